package org.gleaner.server.route;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.blob.BlobUpload;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;
import org.gleaner.server.loop.LatestImage;
import org.gleaner.server.retention.UseLedger;
import org.jspecify.annotations.Nullable;

/**
 * Whether an upload fits, before it comes. What nobody's job names yet counts for whoever sent it until a job names it
 * or it is swept, and what has not arrived counts as announced; so uploads can't take more than jobs may keep. Results
 * always come in: a node is only kept from piling up what it never commits. Thread-safe.
 */
final class UploadRoom {
    /** Finding out which uploads are named by now costs a look at each of them. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    /** The same when jobs have named something since. */
    private static final Duration AFTER_A_CHANGE = Duration.ofMillis(200);

    private static final int TOGETHER = 500;

    private final LatestImage latest;
    private final UseLedger use;
    private final History history;
    private final BlobStore blobs;
    private final UploadLedger uploads;
    private long lastLook;
    private boolean looked;
    private boolean changed;

    UploadRoom(LatestImage latest, UseLedger use, History history, BlobStore blobs, UploadLedger uploads) {
        this.latest = latest;
        this.use = use;
        this.history = history;
        this.blobs = blobs;
        this.uploads = uploads;
    }

    /**
     * Refuses, or says how many bytes may come beyond those that are here or announced.
     *
     * @param more bytes that are not announced to the store yet
     */
    long check(Token token, long more) throws IOException, StoreException {
        Owner owner = token.owner();
        if (owner == null) {
            checkPile(UploadLedger.who(token));
            return Long.MAX_VALUE;
        }
        Settings now = latest.settings();
        return Math.min(
                room(owner, now.limitedSize(Setting.QUOTA_OWNER), more),
                room(null, now.limitedSize(Setting.QUOTA_TOTAL), more));
    }

    /** How much may come to one that is open; refused, it is closed and what arrived before is kept. */
    long check(Token token, BlobUpload upload) throws IOException, StoreException {
        boolean fits = false;
        try {
            long most = check(token, 0);
            fits = true;
            return most;
        } finally {
            if (!fits) {
                upload.close();
            }
        }
    }

    /** Refuses if so much more does not fit the disk, or is more than may come. */
    void checkAll(Token token, long more) throws IOException, StoreException {
        try {
            blobs.checkSpace(more);
        } catch (BlobProblem problem) {
            throw BlobProblems.refused(problem);
        }
        long unused = check(token, more);
    }

    /** What is kept, whether a job names it or not, and what is arriving. */
    private record Use(long kept, long arriving) {
        long left(MemorySize limit, long more) {
            return limit.bytes() - kept - arriving - more;
        }

        /** Without what is here already of files that are asked for. */
        long beside(long here) {
            return kept + arriving - here;
        }
    }

    /**
     * What a submission meets that must send so many bytes of its files first: beside what jobs keep, uploads that no
     * job names, but for its own files.
     */
    QuotaUse foreseen(Owner owner, QuotaUse demand, long absent) throws IOException, StoreException {
        settle();
        long here = Math.max(0, demand.asked() - absent);
        return new QuotaUse(
                Math.max(demand.owned(), used(owner).beside(here)),
                Math.max(demand.total(), used(null).beside(here)),
                demand.asked());
    }

    /** Bytes that these sent and that no job of theirs names yet, partial ones too; only where there are any. */
    SortedMap<Owner, Long> unnamed(Collection<Owner> owners) throws IOException, StoreException {
        settle();
        boolean arriving = blobs.arriving("") > 0;
        SortedMap<Owner, Long> unnamed = new TreeMap<>();
        for (Owner owner : owners) {
            String who = UploadLedger.who(owner);
            long bytes = uploads.unnamed(who) + (arriving ? blobs.arriving(who) : 0);
            if (bytes > 0) {
                unnamed.put(owner, bytes);
            }
        }
        return unnamed;
    }

    /** The same of all, machines as well. */
    long unnamed() throws IOException {
        return uploads.unnamed() + blobs.arriving("");
    }

    private void settle() throws StoreException {
        boolean unused = look();
    }

    /** @param owner null: all of them together */
    private Use used(@Nullable Owner owner) throws IOException, StoreException {
        if (owner == null) {
            return new Use(use.total() + uploads.unnamed(), blobs.arriving(""));
        }
        String who = UploadLedger.who(owner);
        return new Use(use.of(owner) + uploads.unnamed(who), blobs.arriving(who));
    }

    private long room(@Nullable Owner owner, Optional<MemorySize> limit, long more) throws IOException, StoreException {
        if (limit.isEmpty()) {
            return Long.MAX_VALUE;
        }
        Use now = used(owner);
        if (now.left(limit.get(), more) < 0 && look()) {
            now = used(owner);
        }
        long left = now.left(limit.get(), more);
        if (left < 0) {
            throw Refused.of(new Rejection.QuotaExceeded(
                    owner, now.kept(), now.arriving() + more, limit.get().bytes()));
        }
        return left;
    }

    /** Settles what jobs name by now and what is gone; false if it was looked at just before. */
    private synchronized boolean look() throws StoreException {
        long now = System.nanoTime();
        Duration pause = changed ? AFTER_A_CHANGE : BETWEEN_LOOKS;
        if (looked && now - lastLook < pause.toNanos()) {
            return false;
        }
        looked = true;
        changed = false;
        lastLook = now;
        Duration grace = latest.settings().duration(Setting.BLOB_GRACE);
        List<UploadLedger.Counted> counted = uploads.counted();
        List<UploadLedger.Counted> settled = new ArrayList<>();
        for (int from = 0; from < counted.size(); from += TOGETHER) {
            List<UploadLedger.Counted> some = counted.subList(from, Math.min(from + TOGETHER, counted.size()));
            Set<BlobHash> unused = new HashSet<>(history.unused(
                    some.stream().map(UploadLedger.Counted::hash).distinct().toList()));
            for (UploadLedger.Counted one : some) {
                boolean named = !unused.contains(one.hash());
                if (named ? isSettled(one, now, grace) : !blobs.has(one.hash())) {
                    settled.add(one);
                }
            }
        }
        uploads.settle(settled);
        use.changed();
        return true;
    }

    /**
     * Whether what some job names counts no longer for its sender. If only others name it, it goes when the sweep would
     * have taken it: nobody learns from figures whether somebody else has the same content.
     */
    private boolean isSettled(UploadLedger.Counted one, long now, Duration grace) throws StoreException {
        Owner owner = one.owner();
        return owner == null || history.ownerUses(owner, one.hash()) || now - one.since() > grace.toNanos();
    }

    /** A node that sent much without committing any of it waits until the rest of the disk is larger than that. */
    private void checkPile(String who) throws IOException, StoreException {
        long free = blobs.disk().free();
        if (uploads.unnamed(who) > free / 2 && look() && uploads.unnamed(who) > free / 2) {
            throw new Refused(FrontProblems.diskFull());
        }
    }

    /** Jobs may have named something: the next look need not wait long. */
    synchronized void changed() {
        changed = true;
    }
}
