package org.gleaner.server.route;

import java.io.IOException;
import java.util.List;
import org.gleaner.core.desk.FileDemand;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.store.History;
import org.gleaner.server.loop.LatestImage;
import org.gleaner.server.retention.UseLedger;

/** Finds out what a submission would add to what is kept, for the loop to decide. Costs nothing without a quota. */
record Quotas(LatestImage latest, UseLedger use, History history, UploadRoom room) {
    QuotaUse demand(Owner owner, List<InputFile> files) throws StoreException {
        Settings now = latest.settings();
        if (now.limitedSize(Setting.QUOTA_OWNER).isEmpty()
                && now.limitedSize(Setting.QUOTA_TOTAL).isEmpty()) {
            return QuotaUse.NONE;
        }
        return FileDemand.of(history, use.use(), owner, files);
    }

    /** The same for a job whose files are not sent yet, so that their upload may be refused. */
    QuotaUse foreseen(Token token, Owner owner, List<InputFile> files, BlobAccess access)
            throws StoreException, IOException {
        QuotaUse demand = demand(owner, files);
        return demand.asked() == 0 ? demand : room.foreseen(owner, demand, access.absent(token, files));
    }

    /** What ends with the decision on a command that may name files anew: then what is kept has changed. */
    Runnable changedBy(BlobClaim claim) {
        return () -> {
            claim.release();
            use.changed();
            room.changed();
        };
    }
}
