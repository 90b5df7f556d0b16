package org.gleaner.simulator.experiment;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.gleaner.core.ahead.Course;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.ahead.VirtualPool;
import org.gleaner.core.ahead.Witness;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.step.GridState;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;

/** One run: things go as the trial says, and what happens is measured. Confined to one thread. */
final class Driver implements Course, Witness {
    private final Trial trial;
    private final Combination combination;
    private final Measures measures;
    private final GridState state;
    private final VirtualPool pool;
    private final int[] left;
    private final long[] begun;
    private final long[] finished;

    Driver(Trial trial, Combination combination, Options options) {
        this.trial = trial;
        this.combination = combination;
        this.measures = new Measures(trial, options.strips());
        this.left = trial.batches().stream().mapToInt(Batch::tasks).toArray();
        this.begun = new long[left.length];
        this.finished = new long[left.length];
        Arrays.fill(begun, -1);
        Arrays.fill(finished, -1);
        this.state = GridState.from(Calls.grid(combination), Timeline.BEGIN);
        this.pool = new VirtualPool(
                state,
                Timeline.BEGIN,
                Duration.ofMillis(options.timeout()),
                this,
                new SplittableRandom(trial.seed()),
                this);
    }

    RunResult run() {
        pool.run(trial.opens() + trial.limit());
        return measures.result(combination);
    }

    /** Lets somebody say something to the grid that needs no answer. */
    void tell(Command command) {
        pool.tell(command);
    }

    /** Lets somebody look at a time, in milliseconds. */
    void plan(long when, Runnable look) {
        pool.at(when, look);
    }

    long time() {
        return pool.time();
    }

    GridState state() {
        return state;
    }

    /** When the first task of a batch began, in milliseconds; -1: none has. */
    long started(int batch) {
        return begun[batch];
    }

    /** When the last task of a batch was done, in milliseconds; -1: it was not. */
    long finished(int batch) {
        return finished[batch];
    }

    /** How many objects are kept because of single tasks; must not grow with those that are done. */
    int kept() {
        int kept = pool.kept();
        for (StoredJob job : state.stored().jobs()) {
            kept += job.records().size() + job.live().size();
        }
        return kept;
    }

    private static int batchOf(AttemptId attempt) {
        return (int) attempt.job().value() - 1;
    }

    private UpWindows windows(int machine) {
        return trial.machines().get(machine).windows();
    }

    @Override
    public int machines() {
        return trial.machines().size();
    }

    @Override
    public long begins(int machine, int life) {
        return windows(machine).start(life);
    }

    @Override
    public long ends(int machine, int life) {
        return windows(machine).end(life);
    }

    @Override
    public Introduction introduction(int machine, int life) {
        return Calls.introduction(trial.machines().get(machine), life);
    }

    @Override
    public long takes(int machine, AttemptId attempt, long at) {
        Batch batch = trial.batches().get(batchOf(attempt));
        TrialMachine on = trial.machines().get(machine);
        return on.millisFor(batch.work(attempt.ordinal()));
    }

    @Override
    public long arrives(int submission) {
        return submission < trial.batches().size()
                ? trial.batches().get(submission).arrives()
                : NEVER;
    }

    @Override
    public Command submission(int number) {
        return Calls.submit(trial.batches().get(number));
    }

    @Override
    public void arrived(int submission, JobId job, long at) {
        if (job.value() - 1 != submission) {
            throw new IllegalStateException("a job was not taken as the next one: " + job);
        }
        measures.arrived(submission, at);
    }

    @Override
    public void started(int machine, AttemptId attempt, long at) {
        int batch = batchOf(attempt);
        begun[batch] = begun[batch] < 0 ? at : begun[batch];
        measures.started(batch, at);
    }

    @Override
    public void ended(int machine, AttemptId attempt, long from, long to, End end) {
        Fate fate = switch (end) {
            case USEFUL -> Fate.USEFUL;
            case LOST -> Fate.LOST;
            case SUPERFLUOUS -> Fate.SUPERFLUOUS;
        };
        measures.ended(machine, batchOf(attempt), from, to, fate);
    }

    @Override
    public void done(AttemptId attempt, long at) {
        measures.done(batchOf(attempt), at);
        if (--left[batchOf(attempt)] == 0) {
            finished[batchOf(attempt)] = at;
        }
    }

    @Override
    public boolean hasOpenTasks() {
        return measures.hasOpenTasks();
    }

    @Override
    public boolean isOver(long now) {
        return measures.allDone();
    }
}
