package org.gleaner.core.desk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.store.History;

/** What files would add to what is kept, for the grid to hold against the quotas. */
public final class FileDemand {
    private FileDemand() {}

    /** @param use what is kept, as {@link History#use} told some moments ago or tells now */
    public static QuotaUse of(History history, List<BlobUse> use, Owner owner, List<InputFile> files)
            throws StoreException {
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
        return new QuotaUse(BlobUse.of(owner, use), BlobUse.total(use), asked);
    }
}
