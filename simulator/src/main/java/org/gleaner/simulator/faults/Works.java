package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.Start;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.world.Chance;

/** What the commands of the simulated jobs do when a machine runs them. A job's name says which kind it is. */
final class Works {
    /** How long runs of a job last and whether they can fail. */
    record Kind(Duration shortest, Duration longest, boolean brittle) {}

    /** What one run comes to. */
    record Run(Duration lasts, AttemptReport report) {}

    private static final Duration HANGING = Duration.ofMinutes(3);

    private final Weather weather;
    private final TreeMap<String, Kind> kinds = new TreeMap<>();
    private int blobs;

    Works(Weather weather) {
        this.weather = weather;
    }

    void add(String name, Kind kind) {
        kinds.put(name, kind);
    }

    /** The text that the entry of a listed task must have. */
    static Entry entry(String job, int ordinal) {
        return new Entry(job + "/" + ordinal, List.of());
    }

    Run run(Start start, boolean cannotStart, Chance chance) {
        check(start);
        Kind kind = kinds.get(start.spec().name());
        if (kind == null) {
            throw new BrokenRule("agent", start.attempt() + " belongs to no job that was submitted: " + start.spec());
        }
        FaultMix.WorkFaults faults = weather.mix().work();
        boolean brittle = kind.brittle() && !weather.repaired();
        Duration lasts = chance.between(kind.shortest(), kind.longest());
        if (cannotStart && brittle) {
            // Now and then as a server tells it that finds the file lost; by no draw, so that seeds stay what they
            // were.
            Outcome outcome = start.attempt().ordinal() % 4 == 0 ? Outcome.INPUT_LOST : Outcome.NOT_STARTABLE;
            return new Run(Duration.ofMillis(20), AttemptReport.bare(start.attempt(), outcome, "no"));
        }
        if (brittle && chance.happens(faults.hang())) {
            lasts = HANGING;
        }
        Duration limit = start.spec().limits().time();
        Outcome outcome = outcome(brittle, faults, chance);
        if (limit != null && lasts.compareTo(limit) > 0 && weather.repaired()) {
            lasts = limit;
        } else if (limit != null && lasts.compareTo(limit) > 0) {
            lasts = limit;
            outcome = Outcome.TIMED_OUT;
        }
        return new Run(lasts, report(start, outcome, lasts, chance));
    }

    private static Outcome outcome(boolean brittle, FaultMix.WorkFaults faults, Chance chance) {
        if (brittle && chance.happens(faults.fail())) {
            return chance.happens(0.8) ? Outcome.EXITED : Outcome.NO_OUTPUT;
        }
        if (brittle && chance.happens(faults.limit())) {
            return chance.one(List.of(Outcome.OUT_OF_MEMORY, Outcome.OUT_OF_DISK, Outcome.EVICTED));
        }
        return Outcome.DONE;
    }

    private AttemptReport report(Start start, Outcome outcome, Duration lasts, Chance chance) {
        List<ResultFile> outputs = new ArrayList<>();
        if (outcome == Outcome.DONE) {
            start.spec().outputs().forEach(output -> outputs.add(file(output.path(), start.attempt(), chance)));
        }
        return new AttemptReport(
                start.attempt(),
                outcome,
                outcome == Outcome.EXITED ? chance.between(1, 3) : 0,
                "",
                new AttemptReport.Usage(lasts, lasts, new MemorySize(chance.between(1, 1000))),
                Outputs.of(outputs).with(chance.happens(0.2) ? List.of("empty") : List.of()),
                chance.happens(0.3) ? file("stdout", start.attempt(), chance) : null,
                null,
                outcome == Outcome.EXITED ? "it failed" : "");
    }

    /** Each run leaves other content, so that two runs are never mistaken for one. */
    ResultFile file(String path, AttemptId attempt, Chance chance) {
        boolean inline = chance.happens(0.6);
        String content = path + " of " + attempt;
        return new ResultFile(path, freshBlob(), content.length(), false, inline ? "aGVsbG8=" : null);
    }

    BlobHash freshBlob() {
        String number = Integer.toHexString(++blobs);
        return new BlobHash("0".repeat(64 - number.length()) + number);
    }

    private static void check(Start start) {
        Entry entry = start.entry();
        int ordinal = start.attempt().ordinal();
        ArrayShape array = start.spec().array();
        boolean right = entry != null;
        if (entry != null && array instanceof ArrayShape.Listed) {
            right = entry.value().equals(entry(start.spec().name(), ordinal).value());
        } else if (entry != null && array instanceof ArrayShape.Range range) {
            right = entry.value().equals(Long.toString(range.value(ordinal)));
        }
        if (!right) {
            throw new BrokenRule("agent", "the start of " + start.attempt() + " came with the entry " + entry);
        }
    }
}
