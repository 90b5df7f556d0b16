package org.gleaner.server.route;

import java.util.Iterator;
import java.util.LinkedHashSet;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;

/**
 * Who uploaded which blob since the server started. Whoever sent all of a content has it and may name it; whoever only
 * knows its hash may not. What was forgotten is uploaded again, so forgetting costs time and never a result.
 * Thread-safe.
 */
final class UploadLedger {
    private static final int MOST = 500_000;

    private record Upload(String who, BlobHash hash) {}

    private final LinkedHashSet<Upload> uploads = new LinkedHashSet<>();

    synchronized void add(Token token, BlobHash hash) {
        if (uploads.add(new Upload(who(token), hash)) && uploads.size() > MOST) {
            Iterator<Upload> eldest = uploads.iterator();
            eldest.next();
            eldest.remove();
        }
    }

    synchronized boolean contains(Token token, BlobHash hash) {
        return uploads.contains(new Upload(who(token), hash));
    }

    /** The person, not the token: uploads of one token of theirs count for all. */
    static String who(Token token) {
        Owner owner = token.owner();
        NodeId node = token.node();
        return owner != null ? "owner " + owner : "node " + node;
    }
}
