package org.gleaner.simulator.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Start;

/**
 * A task that takes files of others starts with just those that their accepted results name; and as long as its job is
 * open, nobody removes these results.
 */
public final class TakenAsAccepted implements Checker {
    /** A job that went although an open one took files of it; both may have gone together. */
    private record Loss(JobId taker, JobId source) {}

    private final TreeMap<TaskId, AttemptReport> accepted = new TreeMap<>();
    private final List<Loss> losses = new ArrayList<>();

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.AttemptEnded ended && ended.then() == TaskState.DONE) {
            accepted.putIfAbsent(ended.attempt().task(), ended.report());
        } else if (event instanceof GridEvent.JobDeleted deleted) {
            note(deleted.job(), before);
        } else if (event instanceof GridEvent.JobRetired retired && before.goes(retired)) {
            note(retired.job(), before);
        }
    }

    private void note(JobId gone, Ledger ledger) {
        ledger.jobs().forEach((id, job) -> {
            boolean takes = job.spec().turn().sources().stream()
                    .anyMatch(one -> one.job().equals(gone));
            if (takes && !job.closed()) {
                losses.add(new Loss(id, gone));
            }
        });
    }

    @Override
    public void ran(BatchRun batch) {
        for (Loss loss : losses) {
            LedgerJob taker = batch.ledger().job(loss.taker());
            if (taker != null) {
                throw violation("job " + loss.source() + " or its files went, of which job " + loss.taker() + " takes");
            }
        }
        losses.clear();
    }

    /** What a node is told to start. */
    static List<Start> starts(Reply reply) {
        if (reply instanceof Reply.Ordered ordered) {
            return ordered.content().start();
        }
        return reply instanceof Reply.Committed committed ? committed.content().start() : List.of();
    }

    @Override
    public void told(Reply reply, Ledger ledger) {
        for (Start start : starts(reply)) {
            LedgerJob job = ledger.job(start.attempt().job());
            // What has ended meanwhile may outlive what it took, and so may what was cancelled and is tried again.
            if (job != null
                    && job.live().containsKey(start.attempt())
                    && !job.spec().turn().sources().isEmpty()
                    && job.spec().turn().sources().stream().allMatch(one -> ledger.job(one.job()) != null)) {
                check(start.attempt(), found(start), expected(start.attempt(), job, ledger));
            }
        }
    }

    private void check(AttemptId attempt, TreeSet<String> found, TreeSet<String> expected) {
        if (!found.equals(expected)) {
            throw violation(attempt + " starts with the files " + found + " of others, accepted were " + expected);
        }
    }

    /** What comes from others has another name than what jobs here bring along. */
    private static TreeSet<String> found(Start start) {
        List<InputFile> files = new ArrayList<>(start.spec().inputs());
        Entry entry = start.entry();
        files.addAll(entry == null ? List.of() : entry.files());
        TreeSet<String> found = new TreeSet<>();
        for (InputFile file : files) {
            if (!file.path().equals("in.txt") && !file.path().startsWith("partial")) {
                found.add(file.path() + "=" + file.hash());
            }
        }
        start.directories().forEach(path -> found.add(path + "/"));
        return found;
    }

    private TreeSet<String> expected(AttemptId attempt, LedgerJob job, Ledger ledger) {
        TreeSet<String> expected = new TreeSet<>();
        for (Predecessor one : job.spec().turn().sources()) {
            LedgerJob source = ledger.job(one.job());
            int size = source == null ? 0 : source.spec().tasks();
            boolean alone =
                    one.each() || (one.tasks().isEmpty() ? size : one.tasks().count()) == 1;
            for (int ordinal = 1; ordinal <= size; ordinal++) {
                boolean counts = (one.tasks().isEmpty() || one.tasks().contains(ordinal))
                        && (!one.each() || ordinal == attempt.ordinal());
                AttemptReport report = accepted.get(new TaskId(one.job(), ordinal));
                if (counts && report != null) {
                    String place = alone ? "" : "parts/" + ordinal + "/";
                    one.files().forEach(file -> add(expected, place, file, report));
                }
            }
        }
        return expected;
    }

    private static void add(TreeSet<String> expected, String place, TakenFile file, AttemptReport report) {
        ResultFile stdout = report.stdout();
        if (file.isPrinted()) {
            String empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
            expected.add(place + file.path() + "=" + (stdout == null ? empty : stdout.hash()));
            return;
        }
        for (ResultFile output : report.outputs().files()) {
            expected.add(place + output.path() + "=" + output.hash());
        }
        if (file.path().isEmpty()) {
            report.outputs().directories().forEach(path -> expected.add(place + path + "/"));
        }
    }
}
