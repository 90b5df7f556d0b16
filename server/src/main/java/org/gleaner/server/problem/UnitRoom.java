package org.gleaner.server.problem;

import java.util.List;
import java.util.function.Supplier;
import org.gleaner.core.desk.FileDemand;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.store.History;
import org.gleaner.server.retention.UseLedger;

/** Finds out what a checkpoint would add to what is kept, for the loop to decide. Costs nothing without a quota. */
record UnitRoom(Supplier<Settings> settings, UseLedger use, History history) {
    /** @param files of its units, and its answer; its state takes the place of the one before */
    QuotaUse demand(Owner owner, Hosting before, Hosting after, List<InputFile> files) throws StoreException {
        Settings now = settings.get();
        if (now.limitedSize(Setting.QUOTA_OWNER).isEmpty()
                && now.limitedSize(Setting.QUOTA_TOTAL).isEmpty()) {
            return QuotaUse.NONE;
        }
        QuotaUse demand = FileDemand.of(history, use.use(), owner, files);
        long more = Math.max(0, after.state().size() - before.state().size());
        return new QuotaUse(demand.owned(), demand.total(), demand.asked() + more);
    }

    /** What was asked for is kept from now on. */
    void taken(Owner owner, QuotaUse demand) {
        use.grew(owner, demand.asked());
    }
}
