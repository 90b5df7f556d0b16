package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.store.InMemoryStore;
import org.jspecify.annotations.Nullable;

/** A grid on an in-memory store with a clock that tests move. After every call memory and store are compared. */
final class GridFixture {
    /** How long what is reported here ran. */
    static final Duration RUN = Duration.ofSeconds(30);

    static final Caller ANNA = new Caller(new Owner("anna"), false);
    static final Caller ADMIN = new Caller(new Owner("admin"), true);
    static final Capacity TWO_SLOTS = new Capacity(2, MemorySize.parse("4G"));
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final InMemoryStore store = new InMemoryStore();
    private BatchStep step = new BatchStep(store, new SplittableRandom(7));
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private boolean compares = true;
    private long nextAddress = 1;
    private long nextSequence = 1;
    private final List<AddressedReply> outbox = new ArrayList<>();

    /** What is not about choosing is easier to follow if the simplest rules choose. */
    GridFixture() {
        send(new Command.ChangeSetting(ADMIN, Setting.STRATEGY.word(), "balanced"));
        send(new Command.ChangeSetting(ADMIN, Setting.REDUNDANCY.word(), "off"));
    }

    /** From now on memory and store are not compared: with thousands of jobs that takes minutes. */
    void trust() {
        compares = false;
    }

    /** Sends a command and returns the replies to it; those to others stay in the outbox. */
    List<Reply> send(Command command) {
        Address address = new Address(nextAddress++);
        run(List.of(new AddressedCommand(address, command)));
        List<Reply> mine = new ArrayList<>();
        outbox.removeIf(one -> one.address().equals(address) && mine.add(one.reply()));
        return mine;
    }

    <T extends Reply> T ask(Command command, Class<T> type) {
        List<Reply> replies = send(command);
        assertThat(replies).as("replies to %s", command).hasSize(1);
        assertThat(replies.get(0)).isInstanceOf(type);
        return type.cast(replies.get(0));
    }

    void pass(Duration span) {
        // In steps of the alarm, as the loop does: a longer jump would count as a pause of the server.
        Instant end = now.plus(span);
        while (now.isBefore(end)) {
            Instant alarm = step.nextAlarm();
            now = alarm.isAfter(now) && alarm.isBefore(end) ? alarm : end;
            run(List.of());
        }
    }

    /** The server stands still: its alarm comes late by this much. */
    void freeze(Duration span) {
        now = now.plus(span);
        run(List.of());
    }

    /** The server ends, and starts again with a clock that was set back. */
    void restartEarlier(Duration by) {
        now = now.minus(by);
        restart();
    }

    /** The server starts again and takes no more than this. */
    void limit(OpenLimits limits) {
        step = new BatchStep(store, new SplittableRandom(9), limits);
        run(List.of());
    }

    void restart() {
        step = new BatchStep(store, new SplittableRandom(8));
        outbox.clear();
        run(List.of());
    }

    private void run(List<AddressedCommand> batch) {
        BatchStep.Result result = step.run(batch, now);
        outbox.addAll(result.replies());
        assertThat(result.bugs()).isEmpty();
        if (compares) {
            assertThat(state().stored()).isEqualTo(stored());
            assertThat(state().fault()).isEmpty();
        }
    }

    Instant now() {
        return now;
    }

    GridState state() {
        return step.state().orElseThrow();
    }

    Roster roster() {
        return state().roster();
    }

    StoredGrid stored() {
        try {
            return store.load();
        } catch (StoreException e) {
            throw new AssertionError(e);
        }
    }

    List<Reply> takeOutbox() {
        List<Reply> taken = outbox.stream().map(AddressedReply::reply).toList();
        outbox.clear();
        return taken;
    }

    Introduced introduce(String name, Capacity capacity) {
        return ask(introduction(null, name, capacity, List.of()), Reply.Introduced.class)
                .content();
    }

    Introduced introduceAgain(NodeId node, List<Held> holds) {
        return ask(introduction(node, "again", TWO_SLOTS, holds), Reply.Introduced.class)
                .content();
    }

    private static Command introduction(@Nullable NodeId known, String name, Capacity capacity, List<Held> holds) {
        NodeFacts facts = new NodeFacts(name, "linux", "x64", 4, Duration.ofMillis(300), "0.1.0");
        return new Command.Introduce(known, new Introduction(facts, capacity, holds), null);
    }

    Command sync(Introduced node, Duration patience, List<Held> holds) {
        return sync(node, patience, holds, new Capacity(64, MemorySize.parse("1T")));
    }

    Command sync(Introduced node, Duration patience, List<Held> holds, Capacity offer) {
        SyncReport report = new SyncReport(node.incarnation(), nextSequence++, holds, offer, 0, patience);
        return new Command.Sync(node.node(), report);
    }

    /** A node says who uses how much of it. */
    void says(Introduced node, List<Held> holds, double others, @Nullable Double tasks) {
        SyncReport report = new SyncReport(
                node.incarnation(), nextSequence++, holds, TWO_SLOTS, others, Duration.ZERO, false, tasks);
        ask(new Command.Sync(node.node(), report), Reply.Ordered.class);
    }

    /** A sync that is answered at once. */
    Orders orders(Introduced node, Held... holds) {
        return ask(sync(node, Duration.ZERO, List.of(holds)), Reply.Ordered.class)
                .content();
    }

    CommitReply commit(Introduced node, AttemptReport... reports) {
        CommitCall call = new CommitCall(node.incarnation(), List.of(reports), false);
        return ask(new Command.Commit(node.node(), call, List.of()), Reply.Committed.class)
                .content();
    }

    /** As the one above, when what they report can have run. */
    CommitReply commitAfterRun(Introduced node, AttemptReport... reports) {
        pass(RUN);
        return commit(node, reports);
    }

    JobId submit(JobSpec spec) {
        return ask(new Command.Submit(ANNA, spec, List.of(), null, List.of()), Reply.Submitted.class)
                .job();
    }

    Reply.Changed change(Verb verb, String selector) {
        return ask(new Command.ChangeJobs(ANNA, verb, Selector.parse(selector), List.of(), null), Reply.Changed.class);
    }

    TaskState task(JobId job, int ordinal) {
        return roster().jobs().open(job).states().of(ordinal);
    }

    static JobSpec array(int tasks) {
        return job(tasks, Requirements.ONE_CORE, JobLimits.DEFAULT);
    }

    static JobSpec job(int tasks, Requirements needs, JobLimits limits) {
        return new JobSpec(
                "sweep",
                "sim.py",
                new CommandLine.Words(List.of("sim.py", "{}")),
                new ArrayShape.Range(1, tasks, 1),
                List.of(),
                List.of(),
                needs,
                limits);
    }

    /** A type of its own. */
    static JobSpec typed(String type, int tasks) {
        return new JobSpec(
                type,
                type,
                new CommandLine.Words(List.of(type)),
                new ArrayShape.Range(1, tasks, 1),
                List.of(),
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
    }

    static JobLimits limits(int maxFailures, int maxLost, int stopAfter, int atMost) {
        return new JobLimits(null, maxFailures, maxLost, stopAfter, false, atMost, JobLimits.MOST_COPIES, null, null);
    }

    static AttemptReport done(AttemptId attempt) {
        return report(attempt, Outcome.DONE, 0);
    }

    static AttemptReport failed(AttemptId attempt) {
        return report(attempt, Outcome.EXITED, 1);
    }

    static AttemptReport report(AttemptId attempt, Outcome outcome, int exitCode) {
        Usage usage = new Usage(RUN, Duration.ofSeconds(29), MemorySize.parse("20M"));
        return new AttemptReport(attempt, outcome, exitCode, "", usage, Outputs.NONE, null, null, "");
    }

    /** What a node says that runs all of these. */
    static Held[] running(List<Start> started) {
        return started.stream()
                .map(one -> Held.of(one.attempt(), Held.State.RUNNING))
                .toArray(Held[]::new);
    }

    static BlobHash blob(int number) {
        return new BlobHash(String.format("%064x", number));
    }
}
