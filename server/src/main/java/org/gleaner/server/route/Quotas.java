package org.gleaner.server.route;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Demand;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.store.History;
import org.gleaner.server.loop.SettingsMirror;
import org.gleaner.server.retention.UseLedger;

/** Finds out what a submission would add to what is kept, for the loop to decide. Costs nothing without a quota. */
final class Quotas {
    private final SettingsMirror settings;
    private final UseLedger use;
    private final History history;
    private final UploadRoom room;

    Quotas(SettingsMirror settings, UseLedger use, History history, UploadRoom room) {
        this.room = room;
        this.settings = settings;
        this.use = use;
        this.history = history;
    }

    Demand demand(Owner owner, List<InputFile> files) throws StoreException {
        Settings now = settings.settings();
        if (now.limitedSize(Setting.QUOTA_OWNER).isEmpty()
                && now.limitedSize(Setting.QUOTA_TOTAL).isEmpty()) {
            return Demand.NONE;
        }
        Map<BlobHash, Long> sizes = new LinkedHashMap<>();
        files.forEach(file -> sizes.put(file.hash(), file.size()));
        long asked = 0;
        for (Map.Entry<BlobHash, Long> file : sizes.entrySet()) {
            if (!history.ownerUses(owner, file.getKey())) {
                // What somebody says of sizes may be anything: too much must not come round to little.
                asked = Math.min(asked, Long.MAX_VALUE - file.getValue()) + file.getValue();
            }
        }
        // Content that somebody else keeps already counts for this owner, and so in the sum over all.
        return new Demand(use.of(owner), use.total(), asked);
    }

    /** Files were named anew, so what is kept has changed. */
    void changed() {
        use.changed();
        room.changed();
    }
}
