package org.gleaner.server.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;

/**
 * Who uploaded which blob since the server started. Whoever sent all of a content has it and may name it; whoever only
 * knows its hash may not. What was forgotten is uploaded again, so forgetting costs time and never a result. It also
 * adds up what each of them sent that no job may name yet. Thread-safe.
 */
final class UploadLedger {
    private static final int MOST = 500_000;

    private record Upload(String who, BlobHash hash) {}

    /** Each with the bytes that count for its uploader; none once a job names it. */
    private final LinkedHashMap<Upload, Long> uploads = new LinkedHashMap<>();

    private final Map<String, Long> unnamed = new HashMap<>();

    synchronized void add(Token token, BlobHash hash, long size) {
        Upload upload = new Upload(who(token), hash);
        Long before = uploads.put(upload, size);
        count(upload.who(), size - (before == null ? 0 : before));
        if (uploads.size() > MOST) {
            Upload eldest = uploads.keySet().iterator().next();
            Long bytes = uploads.remove(eldest);
            count(eldest.who(), bytes == null ? 0 : -bytes);
        }
    }

    private void count(String who, long bytes) {
        unnamed.merge(who, bytes, (a, b) -> a + b == 0 ? null : Long.valueOf(a + b));
    }

    synchronized boolean contains(Token token, BlobHash hash) {
        return uploads.containsKey(new Upload(who(token), hash));
    }

    /** Bytes that count for this uploader: at most those that no job names. */
    synchronized long unnamed(String who) {
        return unnamed.getOrDefault(who, 0L);
    }

    /** The same of all. */
    synchronized long unnamed() {
        return unnamed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What counts at the moment, whoever sent it. */
    synchronized List<BlobHash> counted() {
        List<BlobHash> all = new ArrayList<>();
        uploads.forEach((upload, bytes) -> {
            if (bytes > 0) {
                all.add(upload.hash());
            }
        });
        return all;
    }

    /** These are named by a job, or gone: they count for nobody any more. */
    synchronized void settle(Collection<BlobHash> blobs) {
        uploads.replaceAll((upload, bytes) -> {
            if (bytes == 0 || !blobs.contains(upload.hash())) {
                return bytes;
            }
            count(upload.who(), -bytes);
            return 0L;
        });
    }

    /** Nothing of this user is known any more, so that whoever gets the name next has no part in it. */
    synchronized void forget(Owner owner) {
        String who = who(owner);
        uploads.keySet().removeIf(upload -> upload.who().equals(who));
        unnamed.remove(who);
    }

    /** The person, not the token: uploads of one token of theirs count for all. */
    static String who(Token token) {
        Owner owner = token.owner();
        NodeId node = token.node();
        return owner != null ? who(owner) : "node " + node;
    }

    static String who(Owner owner) {
        return "owner " + owner;
    }
}
