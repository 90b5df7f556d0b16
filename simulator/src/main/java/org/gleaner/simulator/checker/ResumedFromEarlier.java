package org.gleaner.simulator.checker;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.message.Start;

/**
 * An attempt goes on only with what an earlier attempt of the same task had sent and not deleted, and only if its owner
 * wants that.
 */
public final class ResumedFromEarlier implements Checker {
    /** All that attempts ever sent or began with. */
    private final TreeMap<AttemptId, TreeSet<BlobHash>> known = new TreeMap<>();
    /** Names of files that attempts had and deleted. */
    private final TreeMap<AttemptId, TreeSet<String>> deleted = new TreeMap<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.PartialKept kept) {
            know(kept.attempt(), kept.files());
            TreeSet<String> names = deleted.computeIfAbsent(kept.attempt(), any -> new TreeSet<>());
            names.addAll(kept.gone());
            kept.files().forEach(file -> names.remove(file.path()));
        } else if (event instanceof GridEvent.AttemptResumed resumed) {
            AttemptId attempt = resumed.attempt();
            int from = resumed.resumption().from();
            LedgerJob job = before.job(attempt.job());
            boolean wanted =
                    job != null && job.spec().feedback().resume() && job.live().containsKey(attempt);
            if (!wanted || from >= attempt.number()) {
                throw violation(attempt + " was to go on with files of attempt " + from);
            }
            AttemptId earlier = new AttemptId(attempt.task(), from);
            TreeSet<BlobHash> theirs = known.getOrDefault(earlier, new TreeSet<>());
            TreeSet<String> gone = deleted.getOrDefault(earlier, new TreeSet<>());
            for (ResultFile file : resumed.resumption().files()) {
                if (!theirs.contains(file.hash())) {
                    throw violation(attempt + " was to go on with " + file.path() + ", which attempt " + from
                            + " of its task never had");
                }
                if (gone.contains(file.path())) {
                    throw violation(attempt + " was to go on with " + file.path() + ", which attempt " + from
                            + " of its task had deleted");
                }
            }
            know(attempt, resumed.resumption().files());
        }
    }

    private void know(AttemptId attempt, List<ResultFile> files) {
        TreeSet<BlobHash> own = known.computeIfAbsent(attempt, any -> new TreeSet<>());
        files.forEach(file -> own.add(file.hash()));
    }

    @Override
    public void told(Reply reply, Ledger ledger) {
        for (Start start : TakenAsAccepted.starts(reply)) {
            Entry entry = start.entry();
            TreeSet<BlobHash> own = known.getOrDefault(start.attempt(), new TreeSet<>());
            for (InputFile file : entry == null ? List.<InputFile>of() : entry.files()) {
                if (file.path().startsWith("partial") && !own.contains(file.hash())) {
                    throw violation(start.attempt() + " is told of a saved file that was not noted before");
                }
            }
        }
    }
}
