package org.gleaner.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.gleaner.core.agent.AgentEffect.Commit;
import org.gleaner.core.agent.AgentEffect.Introduce;
import org.gleaner.core.agent.AgentEffect.SetTimer;
import org.gleaner.core.agent.AgentEffect.Sync;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.jspecify.annotations.Nullable;

/** An agent's logic under a clock set by hand; what it wants done piles up here until a test takes it. */
final class AgentOutbox {
    static final NodeId NODE = new NodeId(3);
    static final Capacity TWO_SLOTS = new Capacity(2, new MemorySize(2000));
    static final NodeFacts FACTS = new NodeFacts("lab7", "linux", "x64", 4, Duration.ofMillis(300), "1")
            .with(Abilities.NONE.withProvided(Amounts.parse(List.of("gpu=1"))));
    static final Stay STAY = new Stay("first", Duration.ofMinutes(5));
    static final Duration LONG_CALL = Duration.ofSeconds(20);
    static final Duration KILL_GRACE = Duration.ofSeconds(10);

    private final AgentLogic logic = new AgentLogic(AgentPolicy.DEFAULT);
    private final Random random = new Random(1);
    private final Deque<AgentEffect> outbox = new ArrayDeque<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private @Nullable Instant timer;

    /** Introduced, with its first sync outstanding. */
    static AgentOutbox anIntroducedAgent() {
        AgentOutbox agent = new AgentOutbox();
        agent.starts(List.of(), null);
        agent.introduced(agent.take(Introduce.class), 1);
        return agent;
    }

    /** Introduced, running one attempt, with a sync outstanding. */
    static AgentOutbox anAgentThatRuns(AttemptId attempt) {
        AgentOutbox agent = anIntroducedAgent();
        agent.orders(agent.take(Sync.class), start(attempt, 0));
        agent.assertStarts(attempt);
        return agent;
    }

    void starts(List<AttemptReport> kept, @Nullable NodeId knownAs) {
        on(new AgentInput.Started(FACTS, TWO_SLOTS, kept, knownAs, STAY));
    }

    void introduced(Introduce call, int incarnation) {
        introduced(call, incarnation, NODE);
    }

    void introduced(Introduce call, int incarnation, NodeId node) {
        on(new AgentInput.Introduced(
                call.call(), new org.gleaner.core.message.Introduced(node, incarnation, LONG_CALL, KILL_GRACE, 16384)));
    }

    void on(AgentInput input) {
        for (AgentEffect effect : logic.on(input, now, random)) {
            if (effect instanceof SetTimer wanted) {
                timer = wanted.at();
            } else {
                outbox.add(effect);
            }
        }
    }

    /** Time passes; the timer fires when it is due, as often as it is set. */
    void passes(Duration duration) {
        Instant end = now.plus(duration);
        while (timer != null && !timer.isAfter(end)) {
            now = timer.isAfter(now) ? timer : now;
            timer = null;
            on(new AgentInput.TimerFired());
        }
        now = end;
    }

    void orders(Sync call, Start... starts) {
        on(new AgentInput.OrdersArrived(call.call(), new Orders(List.of(starts), List.of(), List.of(), List.of())));
    }

    void ordersStop(Sync call, AttemptId... attempts) {
        on(new AgentInput.OrdersArrived(call.call(), new Orders(List.of(), List.of(attempts), List.of(), List.of())));
    }

    void ordersRelease(Sync call, AttemptId... attempts) {
        on(new AgentInput.OrdersArrived(call.call(), new Orders(List.of(), List.of(), List.of(attempts), List.of())));
    }

    void ordersReport(Sync call, AttemptId... attempts) {
        on(new AgentInput.OrdersArrived(call.call(), new Orders(List.of(), List.of(), List.of(), List.of(attempts))));
    }

    /** The process ends well and its result reaches the disk. */
    void finishes(AttemptReport report) {
        on(new AgentInput.AttemptFinished(report));
        assertThat(take(AgentEffect.KeepResult.class).report()).isEqualTo(report);
        on(new AgentInput.ResultKept(report.attempt()));
    }

    void finishesAndIsAccepted(AttemptId attempt) {
        Sync sync = take(Sync.class);
        finishes(done(attempt));
        answers(take(Commit.class), CommitAnswer.Verdict.ACCEPTED);
        assertThat(take(AgentEffect.ForgetResult.class).attempt()).isEqualTo(attempt);
        outbox.add(sync);
    }

    void answers(Commit call, CommitAnswer.Verdict verdict, Start... starts) {
        List<CommitAnswer> answers = call.content().reports().stream()
                .map(report -> CommitAnswer.of(report.attempt(), verdict))
                .toList();
        on(new AgentInput.CommitAnswered(call.call(), new CommitReply(answers, List.of(starts))));
    }

    /** The next effect, which must be of this kind. */
    <E extends AgentEffect> E take(Class<E> kind) {
        AgentEffect next = outbox.poll();
        assertThat(next).isInstanceOf(kind);
        return kind.cast(next);
    }

    /** The next effect of this kind, whatever comes before it; for tests in which calls time out meanwhile. */
    <E extends AgentEffect> E takeNext(Class<E> kind) {
        while (!outbox.isEmpty() && !kind.isInstance(outbox.peek())) {
            outbox.remove();
        }
        return take(kind);
    }

    boolean hasSent(Class<? extends AgentEffect> kind) {
        return outbox.stream().anyMatch(kind::isInstance);
    }

    void assertStarts(AttemptId attempt) {
        assertThat(take(AgentEffect.StartProcess.class).start().attempt()).isEqualTo(attempt);
    }

    boolean hasSent() {
        return !outbox.isEmpty();
    }

    void assertNothingElseSent() {
        assertThat(outbox).isEmpty();
    }

    static Start start(AttemptId attempt, int lane) {
        return start(attempt, lane, 1);
    }

    static Start start(AttemptId attempt, int lane, int cores) {
        return start(attempt, lane, new Requirements(cores, null));
    }

    static Start start(AttemptId attempt, int lane, Requirements needs) {
        JobSpec spec = new JobSpec(
                "job",
                "type",
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Single(),
                List.of(),
                List.of(),
                needs,
                JobLimits.DEFAULT);
        return new Start(attempt, lane, spec, null, null);
    }

    static AttemptReport done(AttemptId attempt, BlobHash... blobs) {
        List<ResultFile> outputs = Arrays.stream(blobs)
                .map(hash -> new ResultFile("out-" + hash.hex().charAt(0), hash, 100_000, false, null))
                .toList();
        return new AttemptReport(
                attempt, Outcome.DONE, 0, "", AttemptReport.Usage.NONE, Outputs.of(outputs), null, null, "");
    }

    static BlobHash blob(char digit) {
        return new BlobHash(String.valueOf(digit).repeat(64));
    }
}
