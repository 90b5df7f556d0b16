package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.store.History;
import org.gleaner.core.store.StoreException;
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

    /** Those of the named blobs that the caller must upload first: they are not there, or not the caller's to name. */
    List<BlobHash> missing(Token token, Stream<BlobHash> named) throws StoreException, IOException {
        Set<BlobHash> all = named.collect(Collectors.toCollection(LinkedHashSet::new));
        List<BlobHash> missing = new ArrayList<>();
        for (BlobHash hash : all) {
            if (!blobs.has(hash) || !mayRead(token, hash)) {
                missing.add(hash);
            }
        }
        return missing;
    }
}
