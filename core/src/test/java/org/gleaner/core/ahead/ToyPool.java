package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.image.SketchedJob;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.step.Execution;
import org.gleaner.core.step.GridState;
import org.jspecify.annotations.Nullable;

/**
 * A real grid with machines of one slot that hardly ever leave, and tasks of ten minutes: so it works in rounds, and
 * what really happens can be compared with what was foreseen.
 */
final class ToyPool implements Execution.Listener {
    static final Caller ADA = new Caller(new Owner("ada"), true);
    static final Caller BEN = new Caller(new Owner("ben"), false);
    static final int TASK = 10;
    private static final Address PEOPLE = new Address(0);

    private static final Map<String, String> SETTINGS = Map.of(
            "strategy", "fifo",
            "redundancy", "off",
            "lost-after", "3650d",
            "long-call", "3649d",
            "collect-time", "0ms",
            "chunk-tasks", "1");

    private final GridState state;
    private final Execution execution = new Execution(new SplittableRandom(1), this);
    private final Map<NodeId, Introduced> nodes = new LinkedHashMap<>();
    private final Map<NodeId, Capacity> capacities = new LinkedHashMap<>();
    private final Map<NodeId, Integer> rounds = new LinkedHashMap<>();
    private final Map<NodeId, Integer> left = new LinkedHashMap<>();
    private final Map<NodeId, List<Start>> ordered = new LinkedHashMap<>();
    private final Map<NodeId, List<Start>> running = new LinkedHashMap<>();
    private Instant now = Instant.parse("2026-03-01T08:00:00Z");
    private @Nullable Reply answer;
    private Predicate<AttemptId> failing = attempt -> false;
    private int runs = TASK;
    private double cpu = 1;
    private int sequence;
    private long number;
    private final Sketch sketch = new Sketch();
    private final Map<JobId, Instant> started = new HashMap<>();

    ToyPool() {
        this(Map.of());
    }

    /** @param others settings that are not as here usual */
    ToyPool(Map<String, String> others) {
        TreeMap<String, String> settings = new TreeMap<>(SETTINGS);
        settings.putAll(others);
        state = GridState.from(StoredGrid.empty(settings), now);
    }

    /** Machines of one slot that have been there for months. */
    List<NodeId> join(int machines, String memory, String... tags) {
        List<NodeId> joined = new ArrayList<>();
        for (int i = 0; i < machines; i++) {
            joined.add(join(1, memory, 1, List.of(tags)));
        }
        return joined;
    }

    /** @param slow how many times longer it takes for a task */
    NodeId join(int slots, String memory, int slow, List<String> tags) {
        Abilities abilities = new Abilities(List.of(), tags, List.of(), List.of());
        NodeFacts facts = new NodeFacts(
                "m" + (nodes.size() + 1), "linux", "x64", slots, Duration.ofSeconds(slow), "test", abilities);
        Capacity capacity = new Capacity(slots, MemorySize.parse(memory));
        Introduction introduction =
                new Introduction(facts, capacity, List.of(), new Stay("long", Duration.ofDays(300)));
        Introduced node = ask(new Command.Introduce(null, introduction, null), Reply.Introduced.class)
                .content();
        nodes.put(node.node(), node);
        capacities.put(node.node(), capacity);
        rounds.put(node.node(), slow);
        return node.node();
    }

    /** So many tasks of a type were done, and used so much memory. */
    ToyPool done(String type, int tasks) {
        JobId job = submit(ADA, spec(type, tasks));
        for (int round = 0; round < tasks && isOpen(job); round++) {
            round();
        }
        round();
        return this;
    }

    static JobSpec spec(String type, int tasks) {
        return new JobSpec(
                type,
                type,
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Range(1, tasks, 1),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
    }

    static JobSpec needing(String memory, JobSpec spec) {
        return spec.needing(new Requirements(1, MemorySize.parse(memory)));
    }

    JobId submit(Caller caller, JobSpec spec) {
        return ask(new Command.Submit(caller, spec, List.of(), null, List.of()), Reply.Submitted.class)
                .job();
    }

    /** All machines end what they do and get something new; ten minutes pass. */
    void round() {
        work();
        pass(TASK);
    }

    void pass(int minutes) {
        now = now.plus(Duration.ofMinutes(minutes));
    }

    /** All machines end what they do and get something new. */
    void work() {
        execution.run(state, PEOPLE, new Command.Tick(), now);
        for (NodeId node : nodes.keySet()) {
            if (left.merge(node, -1, Integer::sum) <= 0) {
                List<Start> ended = running.remove(node);
                if (ended != null) {
                    commit(
                            node,
                            ended.stream().map(start -> report(node, start)).toList());
                }
                sync(node);
            }
        }
        ordered.forEach((node, starts) -> {
            running.computeIfAbsent(node, one -> new ArrayList<>()).addAll(starts);
            left.put(node, rounds.getOrDefault(node, 1));
        });
        ordered.clear();
    }

    /** From now on these attempts fail when they are through. */
    void letFail(Predicate<AttemptId> which) {
        failing = which;
    }

    /** From now on tasks only run for so many of the minutes for which they hold their slots. */
    void letRun(int minutes) {
        runs = minutes;
    }

    /** From now on tasks use this part of a core while they run. */
    void letUse(double part) {
        cpu = part;
    }

    /** A machine says how much of it others use, and how much CPU time each of its tasks has used. */
    void says(NodeId node, double others, Duration used) {
        List<Held> holds = running.getOrDefault(node, List.of()).stream()
                .map(start -> new Held(start.attempt(), Held.State.RUNNING, used, MemorySize.ZERO))
                .toList();
        SyncReport report = new SyncReport(
                Objects.requireNonNull(nodes.get(node)).incarnation(),
                ++sequence,
                holds,
                Objects.requireNonNull(capacities.get(node)),
                others,
                Duration.ofMillis(1),
                false,
                0.0);
        execution.run(state, new Address(node.value()), new Command.Sync(node, report), now);
    }

    private AttemptReport report(NodeId node, Start start) {
        Duration ran = Duration.ofMinutes((long) runs * rounds.getOrDefault(node, 1));
        boolean fails = failing.test(start.attempt());
        return new AttemptReport(
                start.attempt(),
                fails ? Outcome.EXITED : Outcome.DONE,
                fails ? 1 : 0,
                "",
                new Usage(ran, Duration.ofMillis(Math.round(ran.toMillis() * cpu)), MemorySize.parse("1G")),
                Outputs.NONE,
                null,
                null,
                "");
    }

    private void commit(NodeId node, List<AttemptReport> reports) {
        Introduced introduced = Objects.requireNonNull(nodes.get(node));
        CommitCall call = new CommitCall(introduced.incarnation(), reports, false);
        ask(new Command.Commit(node, call, List.of()), Reply.Committed.class);
    }

    private void sync(NodeId node) {
        Introduced introduced = Objects.requireNonNull(nodes.get(node));
        SyncReport report = new SyncReport(
                introduced.incarnation(),
                ++sequence,
                List.of(),
                Objects.requireNonNull(capacities.get(node)),
                0,
                Duration.ofMillis(1));
        execution.run(state, new Address(node.value()), new Command.Sync(node, report), now);
    }

    /** A machine that has not heard yet that it works for nothing keeps a job open that is done. */
    boolean isOpen(JobId job) {
        SketchedJob open = sketch().jobs().get(job);
        return open != null && open.tasks().done() < open.tasks().total();
    }

    /** How many minutes it really takes until a job is done. */
    double lasts(JobId job) {
        Instant begin = now;
        for (int round = 0; round < 1_000 && isOpen(job); round++) {
            round();
        }
        // The last round only told that it was done before.
        return Duration.between(begin, now).toMinutes() - TASK;
    }

    /** How many minutes it really takes until the first task of a job starts. */
    double waits(JobId job) {
        Instant begin = now;
        for (int round = 0; round < 1_000 && !started.containsKey(job); round++) {
            round();
        }
        return Duration.between(begin, Objects.requireNonNull(started.get(job))).toMinutes();
    }

    boolean isOpen() {
        return !sketch().jobs().isEmpty();
    }

    /** When the first task of each job really started. */
    Map<JobId, Instant> started() {
        return started;
    }

    <T extends Reply> T ask(Command command, Class<T> kind) {
        answer = null;
        execution.run(state, PEOPLE, command, now);
        return kind.cast(Objects.requireNonNull(answer));
    }

    Sketch sketch() {
        now = now.plusSeconds(2);
        do {
            PoolImage image = state.imaging().next(number, now);
            number = image.number();
            sketch.take(image);
        } while (sketch.isBehind());
        return sketch;
    }

    Instant now() {
        return now;
    }

    Prospect prospect(Sketch sketch) {
        return new Prospect(sketch, now, Duration.ofMinutes(1), Map.of(), 1, SplittableRandom::new);
    }

    double minutes(@Nullable Instant then) {
        return Duration.between(now, Objects.requireNonNull(then)).toMillis() / 60_000.0;
    }

    @Override
    public void applied(GridEvent event) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            started.putIfAbsent(assigned.attempt().job(), now);
        }
    }

    @Override
    public void replied(AddressedReply reply) {
        if (reply.reply() instanceof Reply.Ordered orders) {
            ordered.computeIfAbsent(new NodeId(reply.address().number()), node -> new ArrayList<>())
                    .addAll(orders.content().start());
            ordered.values().removeIf(List::isEmpty);
        } else {
            answer = reply.reply();
        }
    }

    @Override
    public void failed(Address address, Command command, RuntimeException cause) {
        throw new IllegalStateException("a bug with " + command, cause);
    }
}
