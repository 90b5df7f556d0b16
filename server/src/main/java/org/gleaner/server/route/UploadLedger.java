package org.gleaner.server.route;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Who uploaded which blob since the server started. Whoever sent all of a content has it and may name it; whoever only
 * knows its hash may not. What was forgotten is uploaded again, so forgetting costs time and never a result. It also
 * adds up what each of them sent that no job may name yet. Thread-safe.
 */
final class UploadLedger {
    private static final int MOST = 500_000;

    private record Upload(String who, BlobHash hash) {}

    /**
     * Content that counts for its sender at the moment.
     *
     * @param owner whose jobs must name it for that to end; null: whoever's, as its sender sees all of them
     * @param since when it came, by the clock of {@link System#nanoTime}
     */
    record Counted(String who, BlobHash hash, @Nullable Owner owner, long bytes, long since) {}

    /** With what counts of each; nothing once a job names it. */
    private final LinkedHashMap<Upload, Optional<Counted>> uploads = new LinkedHashMap<>();

    private final Map<String, Long> unnamed = new HashMap<>();

    synchronized void add(Token token, BlobHash hash, long size) {
        Upload upload = new Upload(who(token), hash);
        Owner owner = token.role() == Role.ADMIN ? null : token.owner();
        Counted counted = new Counted(upload.who(), hash, owner, size, System.nanoTime());
        discount(upload);
        uploads.put(upload, Optional.of(counted));
        count(upload.who(), size);
        if (uploads.size() > MOST) {
            Upload eldest = uploads.keySet().iterator().next();
            discount(eldest);
            uploads.remove(eldest);
        }
    }

    private void discount(Upload upload) {
        uploads.getOrDefault(upload, Optional.empty()).ifPresent(one -> count(one.who(), -one.bytes()));
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
    synchronized List<Counted> counted() {
        return uploads.values().stream().flatMap(Optional::stream).toList();
    }

    /** These are named by a job, or gone: they count no more, unless they came again. */
    synchronized void settle(Collection<Counted> settled) {
        for (Counted one : settled) {
            if (uploads.replace(new Upload(one.who(), one.hash()), Optional.of(one), Optional.empty())) {
                count(one.who(), -one.bytes());
            }
        }
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
