package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobStore;

/** Who may read and name which blob. */
final class BlobAccess {
    private final BlobStore blobs;
    private final History history;
    private final UploadLedger uploads;

    BlobAccess(BlobStore blobs, History history, UploadLedger uploads) {
        this.blobs = blobs;
        this.history = history;
        this.uploads = uploads;
    }

    /** A node reads what its live attempts need, a user what its jobs name, and everybody what they sent themselves. */
    boolean mayRead(Token token, BlobHash hash) throws StoreException {
        NodeId node = token.node();
        Owner owner = token.owner();
        return token.role() == Role.ADMIN
                || uploads.contains(token, hash)
                || (node != null && history.nodeNeeds(node, hash))
                || (owner != null && history.ownerUses(owner, hash));
    }

    /** Nothing to claim. */
    BlobClaim nothing() {
        return new BlobClaim(blobs.pins(), List.of(), List.of());
    }

    /**
     * Claims the named blobs for a command. The caller must upload those first that are not there, or not the caller's
     * to name. To be released when the command is decided.
     */
    BlobClaim claim(Token token, Stream<BlobHash> named) throws StoreException, IOException {
        List<BlobHash> all = named.distinct().toList();
        Set<BlobHash> going = blobs.pins().pin(all);
        List<BlobHash> missing = new ArrayList<>();
        boolean well = false;
        try {
            for (BlobHash hash : all) {
                if (going.contains(hash) || !blobs.has(hash) || !mayRead(token, hash)) {
                    missing.add(hash);
                }
            }
            well = true;
            return new BlobClaim(blobs.pins(), all, missing);
        } finally {
            if (!well) {
                blobs.pins().unpin(all);
            }
        }
    }
}
