package org.gleaner.lab.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.image.SketchChange;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.observer.TypeBelief;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.step.Grid;
import org.gleaner.core.step.GridState;

/** The real batch step on a given store, with nodes of one slot each that ask it for work. Its clock is virtual. */
final class BenchedGrid {
    private static final Usage MINUTE = new Usage(Duration.ofMinutes(1), Duration.ofMinutes(1), MemorySize.ZERO);

    private static final Owner ADMIN = new Owner("admin");
    private static final int EVENTS_PER_WRITE = 100_000;

    /**
     * CPU time that a call took in the batch step.
     *
     * @param sync without its store
     * @param commit without its store
     * @param store what the store took for both
     */
    record Cost(long sync, long commit, long store) {}

    private final Store store;
    private final ClockedStore clocked;
    private final BatchStep step;
    private final List<Introduced> nodes = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long calls;
    private long images;

    /** Loads what the store holds. */
    BenchedGrid(Store store) {
        this.store = store;
        clocked = new ClockedStore(store);
        step = new BatchStep(clocked, new SplittableRandom(1));
        run(List.of());
    }

    /** Tasks are handed out one by one, however short they are: no time passes while one runs here. */
    void connect(int count) {
        set(Setting.CHUNK_TASKS, "1");
        for (int i = 0; i < count; i++) {
            connect(JoinDoor.introduction(i));
        }
    }

    void connect(Introduction introduction) {
        nodes.add(ask(new Command.Introduce(null, introduction, null), Reply.Introduced.class)
                .content());
    }

    /** All nodes ask for work and keep what they get. */
    void askAll() {
        for (int node = 0; node < nodes.size(); node++) {
            ask(node);
        }
    }

    JobId submit(Owner owner, JobSpec spec, List<EntryPage> pages) {
        Command submit = new Command.Submit(new Caller(owner, false), spec, pages, null, List.of());
        return ask(submit, Reply.Submitted.class).job();
    }

    void set(Setting setting, String value) {
        ask(new Command.ChangeSetting(new Caller(ADMIN, true), setting.word(), value), Reply.Acknowledged.class);
    }

    /** What runs of so many minutes teach about a type. */
    void learn(TypeKey type, double... minutes) {
        GridState state = step.state().orElseThrow();
        TypeBelief belief = TypeBelief.unknown(now);
        for (double one : minutes) {
            belief = belief.ran(one, 1, now);
        }
        Grid.apply(state, new GridEvent.TypeObserved(type, belief));
    }

    /** What somebody who looks ahead knows of it. */
    Sketch sketch() {
        GridState state = step.state().orElseThrow();
        Sketch sketch = new Sketch();
        long image = 0;
        do {
            PoolImage next = state.imaging().next(image, now);
            image = next.number();
            sketch.take(next);
        } while (sketch.isBehind());
        return sketch;
    }

    /**
     * CPU time of an image that the loop makes a second later, with what changed in the sketch, for whoever follows.
     *
     * @param nanos of this thread
     * @param behind whether the next one has more
     */
    record ImageCost(long nanos, boolean behind) {}

    ImageCost image(Duration later) {
        now = now.plus(later);
        GridState state = step.state().orElseThrow();
        long before = ThisMachine.cpuNanos();
        PoolImage made = state.imaging().next(images, now);
        long nanos = ThisMachine.cpuNanos() - before;
        images = made.number();
        return new ImageCost(nanos, made.sketch().map(SketchChange::behind).orElse(false));
    }

    static JobSpec job(String type, ArrayShape array) {
        return Submitter.job(type, Requirements.ONE_CORE, array, List.of("true", "{}"));
    }

    /**
     * Ends these tasks with success. The events are made here, as the scheduler would hand out tasks in order; both
     * readers of events see them.
     */
    void finish(JobId job, int[] ordinals) throws StoreException {
        GridState state = step.state().orElseThrow();
        NodeId node = nodes.get(0).node();
        List<GridEvent.Hard> events = new ArrayList<>();
        for (int i = 0; i < ordinals.length; i++) {
            AttemptId attempt = AttemptId.of(job.value(), ordinals[i], 1);
            events.add(new GridEvent.AttemptAssigned(attempt, node, 0, now));
            events.add(new GridEvent.AttemptEnded(done(attempt), node, now, TaskState.DONE, TaskRecord.UNTRIED));
            if (events.size() >= EVENTS_PER_WRITE || i == ordinals.length - 1) {
                events.forEach(event -> Grid.apply(state, event));
                store.write(events);
                events = new ArrayList<>();
            }
        }
        // The step remembers its last batch until the next one, which the alarm brings within a second.
        run(List.of());
    }

    /** CPU time of one call of a node that asks for work and keeps what it gets. */
    long ask(int index) {
        long before = ThisMachine.cpuNanos() - clocked.cpuNanos();
        sync(nodes.get(index));
        return ThisMachine.cpuNanos() - clocked.cpuNanos() - before;
    }

    private Reply.Ordered sync(Introduced node) {
        SyncReport report = new SyncReport(node.incarnation(), ++calls, List.of(), JoinDoor.ONE_SLOT, 0, Duration.ZERO);
        return ask(new Command.Sync(node.node(), report), Reply.Ordered.class);
    }

    /** The next node asks for work, gets a task and commits it. */
    Cost serve() {
        Introduced node = nodes.get((int) (calls % nodes.size()));
        long stored = clocked.cpuNanos();
        long before = ThisMachine.cpuNanos() - clocked.cpuNanos();
        Reply.Ordered ordered = sync(node);
        long between = ThisMachine.cpuNanos() - clocked.cpuNanos();
        if (ordered.content().start().size() != 1) {
            throw new IllegalStateException("a node of one slot was given " + ordered.content());
        }
        AttemptReport done = done(ordered.content().start().get(0).attempt());
        CommitCall call = new CommitCall(node.incarnation(), List.of(done), false);
        ask(new Command.Commit(node.node(), call, List.of()), Reply.Committed.class);
        long after = ThisMachine.cpuNanos() - clocked.cpuNanos();
        return new Cost(between - before, after - between, clocked.cpuNanos() - stored);
    }

    private static AttemptReport done(AttemptId attempt) {
        return new AttemptReport(attempt, Outcome.DONE, 0, "", MINUTE, Outputs.NONE, null, null, "");
    }

    private <T extends Reply> T ask(Command command, Class<T> type) {
        BatchStep.Result result = run(List.of(new AddressedCommand(new Address(1), command)));
        Reply reply = result.replies().get(0).reply();
        if (!type.isInstance(reply)) {
            throw new IllegalStateException(
                    "the answer to " + command.getClass().getSimpleName() + " is " + reply);
        }
        return type.cast(reply);
    }

    private BatchStep.Result run(List<AddressedCommand> batch) {
        now = now.plusMillis(1);
        BatchStep.Result result = step.run(batch, now);
        if (result.failure().isPresent() || !result.bugs().isEmpty()) {
            throw new IllegalStateException("the batch step failed: " + result.failure() + result.bugs());
        }
        return result;
    }
}
