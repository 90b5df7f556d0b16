package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.gleaner.core.agent.AgentPolicy;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Orders;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.History;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.Checkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In a world with one kind of fault only, the bug that this fault is there to find is found. */
@Tag("simulation")
class PlantedFaultBugTest {
    private static final int SEEDS = 200;
    private static final List<Integer> KNOWN = List.of(1, 2, 9, 54, 58, 79, 83);

    private static String found(UnaryOperator<FaultMix> mix, Step.Factory steps) {
        return found(new FaultWorld.Habits(mix, AgentPolicy.DEFAULT), UnaryOperator.identity(), steps);
    }

    private static String found(UnaryOperator<FaultMix> mix, UnaryOperator<Disk> spoilt) {
        return found(new FaultWorld.Habits(mix, AgentPolicy.DEFAULT), spoilt, Step::real);
    }

    /** The name of the checker that finds it first. */
    private static String found(FaultWorld.Habits habits, UnaryOperator<Disk> spoilt, Step.Factory steps) {
        for (int seed : BugHunt.seeds(KNOWN, SEEDS)) {
            Disk disk = spoilt.apply(Disk.inMemory());
            try {
                new FaultWorld(seed, new FaultWorld.Parts(disk, steps, Checkers.all()), new Coverage(), habits).run();
            } catch (BrokenRule e) {
                return e.checker();
            }
        }
        return fail("no seed found the planted bug");
    }

    private static Step.Factory hearing(UnaryOperator<Command> change) {
        return (store, random) -> Plants.step(
                Step.real(store, random),
                one -> new AddressedCommand(one.address(), change.apply(one.command())),
                result -> result);
    }

    private static Step.Factory saying(UnaryOperator<Reply> change) {
        return (store, random) -> Plants.step(Step.real(store, random), one -> one, result -> {
            List<AddressedReply> replies = new ArrayList<>();
            result.replies().forEach(one -> replies.add(new AddressedReply(one.address(), change.apply(one.reply()))));
            return new BatchStep.Result(replies, result.events(), result.reloaded(), result.bugs(), result.failure());
        });
    }

    @Test
    void a_server_that_believes_a_commit_whose_connection_broke_is_found() {
        assertThat(found(
                        OneFault.of(OneFault.IN_DOUBT),
                        (store, random) -> Step.real(Plants.swallowingErrors(store), random)))
                .isEqualTo("LoadedEqualsMemory");
    }

    @Test
    void an_agent_that_waits_for_ever_at_a_half_open_connection_is_found() {
        AgentPolicy usual = AgentPolicy.DEFAULT;
        AgentPolicy patient = new AgentPolicy(
                usual.commitDelay(),
                usual.firstPause(),
                usual.longestPause(),
                Duration.ofDays(30),
                usual.syncSpacing(),
                usual.stopLimit(),
                usual.evictAfter(),
                usual.evictGrace(),
                usual.mostReports(),
                usual.mostCharacters(),
                usual.mostHeld(),
                usual.remembered());
        UnaryOperator<FaultMix> mix = OneFault.of(OneFault.HALF_OPEN);

        assertThat(found(new FaultWorld.Habits(mix, patient), UnaryOperator.identity(), Step::real))
                .isIn("liveness", "idleness");
    }

    @Test
    void an_old_result_out_of_a_clogged_line_that_counts_for_whoever_has_the_task_now_is_found() {
        assertThat(found(OneFault.of(OneFault.SWIZZLED), rewriting((grid, said) -> {
                    boolean live = grid.live(said).isPresent();
                    return live ? Optional.empty() : grid.liveOf(said.task());
                })))
                .isEqualTo("ResultsFromTheirNode");
    }

    @Test
    void a_result_that_is_on_disk_again_after_a_power_failure_and_is_never_settled_is_found() {
        assertThat(found(OneFault.of(OneFault.WITHOUT_POWER), saying(PlantedFaultBugTest::undecided)))
                .isEqualTo("liveness");
    }

    private static Reply undecided(Reply reply) {
        if (reply instanceof Reply.Committed committed) {
            List<CommitAnswer> answers = committed.content().answers().stream()
                    .map(one -> one.verdict() == CommitAnswer.Verdict.DISCARD
                            ? CommitAnswer.of(one.attempt(), CommitAnswer.Verdict.LATER)
                            : one)
                    .toList();
            return new Reply.Committed(
                    new CommitReply(answers, committed.content().start()));
        }
        if (reply instanceof Reply.Ordered ordered) {
            Orders orders = ordered.content();
            return new Reply.Ordered(new Orders(orders.start(), orders.stop(), List.of(), orders.report()));
        }
        return reply;
    }

    @Test
    void a_server_that_takes_what_another_node_says_for_the_owners_word_is_found() {
        assertThat(found(OneFault.of(OneFault.LYING), rewriting(Memory::live))).isEqualTo("ResultsFromTheirNode");
    }

    /** Which attempt a report is taken for. */
    private interface Mistake {
        Optional<StoredJob.LiveRow> takenFor(Memory grid, AttemptId said);
    }

    private record Memory(StoredGrid grid) {
        Optional<StoredJob.LiveRow> live(AttemptId attempt) {
            return all().filter(row -> row.attempt().equals(attempt)).findFirst();
        }

        Optional<StoredJob.LiveRow> liveOf(TaskId task) {
            return all().filter(row -> row.attempt().task().equals(task)).findFirst();
        }

        private Stream<StoredJob.LiveRow> all() {
            return grid.jobs().stream().flatMap(job -> job.live().stream());
        }

        int incarnation(NodeId node) {
            return grid.nodes().stream()
                    .filter(row -> row.node().equals(node))
                    .findFirst()
                    .orElseThrow()
                    .incarnation();
        }
    }

    /** A server that takes a report for that of another attempt, and so of the node that has it. */
    private static Step.Factory rewriting(Mistake mistake) {
        return (store, random) -> {
            Step step = Step.real(store, random);
            return Plants.step(
                    step,
                    one -> new AddressedCommand(one.address(), mistaken(step, mistake, one.command())),
                    all -> all);
        };
    }

    private static Command mistaken(Step step, Mistake mistake, Command command) {
        if (step.memory().isPresent()
                && command instanceof Command.Commit commit
                && commit.call().reports().size() == 1) {
            Memory memory = new Memory(step.memory().get());
            AttemptReport said = commit.call().reports().get(0);
            Optional<StoredJob.LiveRow> row = mistake.takenFor(memory, said.attempt());
            if (row.isPresent()) {
                AttemptReport taken = new AttemptReport(
                        row.get().attempt(),
                        said.outcome(),
                        said.exitCode(),
                        said.detail(),
                        said.usage(),
                        said.outputs(),
                        said.stdout(),
                        said.stderr(),
                        said.tail());
                NodeId node = row.get().node();
                CommitCall call = new CommitCall(memory.incarnation(node), List.of(taken), false);
                return new Command.Commit(node, call, commit.missing());
            }
        }
        return command;
    }

    @Test
    void a_server_that_takes_its_own_pause_for_silence_is_found() {
        assertThat(found(OneFault.of(OneFault.PAUSING), (store, random) -> livingThrough(Step.real(store, random))))
                .isEqualTo("NoNodeLostTooEarly");
    }

    /** Ticks for every second that it missed, as if it had been there to hear nobody. */
    private static Step livingThrough(Step step) {
        return Plants.step(step, (batch, now) -> {
            List<AddressedReply> replies = new ArrayList<>();
            List<GridEvent.Hard> events = new ArrayList<>();
            for (Instant alarm = step.nextAlarm();
                    alarm.isAfter(Instant.MIN) && alarm.plusSeconds(1).isBefore(now);
                    alarm = step.nextAlarm()) {
                BatchStep.Result missed = step.run(List.of(), alarm);
                replies.addAll(missed.replies());
                events.addAll(missed.events());
            }
            BatchStep.Result last = step.run(batch, now);
            replies.addAll(last.replies());
            events.addAll(last.events());
            return new BatchStep.Result(replies, events, last.reloaded(), last.bugs(), last.failure());
        });
    }

    @Test
    void a_server_that_names_content_which_was_swept_is_found() {
        assertThat(found(OneFault.of(OneFault.SWEPT), hearing(PlantedFaultBugTest::withoutMissing)))
                .isEqualTo("ContentThere");
    }

    private static Command withoutMissing(Command command) {
        if (command instanceof Command.Commit commit) {
            return new Command.Commit(commit.node(), commit.call(), List.of());
        }
        return command;
    }

    @Test
    void a_sweep_that_takes_what_jobs_name_is_found() {
        assertThat(found(
                        OneFault.of(OneFault.SWEPT),
                        disk -> new Disk(disk.store(), whereNothingIsUsed(disk.history()))))
                .isEqualTo("ContentThere");
    }

    private static History whereNothingIsUsed(History history) {
        return Plants.history((method, arguments) ->
                method.getName().equals("unused") ? arguments[0] : method.invoke(history, arguments));
    }

    @Test
    void a_server_that_takes_a_torn_upload_for_whole_is_found() {
        assertThat(found(
                        OneFault.of(OneFault.CRASHING),
                        disk -> new Disk(
                                disk.store(), disk.history(), new TrustingShelf(disk.blobs()), disk.afterLoss())))
                .isEqualTo("ContentThere");
    }

    @Test
    void a_route_whose_read_is_lost_and_that_goes_on_with_what_it_once_read_is_found() {
        UnaryOperator<FaultMix> busy = mix -> {
            FaultMix.Size many = new FaultMix.Size(1, 1, 20, 1, Duration.ofMinutes(5));
            FaultMix unread = OneFault.of(OneFault.UNREAD).apply(mix);
            return new FaultMix(many, unread.network(), unread.server(), unread.store(), unread.agent(), unread.work());
        };

        // What was read may be how much an owner has, or which files a job takes.
        assertThat(found(busy, PlantedFaultBugTest::readingOldAnswers)).isIn("QuotasHold", "TakenAsAccepted");
    }

    @Test
    void a_reply_whose_read_is_lost_and_that_says_what_was_read_for_another_is_found() {
        assertThat(found(OneFault.of(OneFault.UNREAD), PlantedFaultBugTest::readingTheLastEntry))
                .isEqualTo("agent");
    }

    @Test
    void a_server_that_believes_two_agents_with_one_name_is_found() {
        assertThat(found(OneFault.of(OneFault.LYING), Plants::believingOldLives))
                .isEqualTo("StaleReportsIgnored");
    }

    @Test
    void a_result_that_counts_again_when_a_twin_brings_it_is_found() {
        assertThat(found(OneFault.of(OneFault.LYING), PlantedFaultBugTest::countingTwice))
                .isEqualTo("ResultsStand");
    }

    @Test
    void a_job_that_is_taken_beyond_its_quota_is_found() {
        assertThat(found(UnaryOperator.identity(), hearing(PlantedFaultBugTest::asIfFree)))
                .isEqualTo("QuotasHold");
    }

    private static Command asIfFree(Command command) {
        return command instanceof Command.Submit submit
                ? new Command.Submit(
                        submit.caller(),
                        submit.spec(),
                        submit.pages(),
                        submit.key(),
                        submit.missing(),
                        submit.predecessors(),
                        QuotaUse.NONE)
                : command;
    }

    @Test
    void a_result_that_is_to_be_thrown_away_although_it_is_wanted_is_found() {
        assertThat(found(UnaryOperator.identity(), saying(PlantedFaultBugTest::releasingAll)))
                .isEqualTo("GoodResultsTaken");
    }

    private static Reply releasingAll(Reply reply) {
        if (reply instanceof Reply.Ordered ordered) {
            Orders orders = ordered.content();
            List<AttemptId> all = new ArrayList<>(orders.release());
            all.addAll(orders.report());
            return new Reply.Ordered(new Orders(orders.start(), orders.stop(), all, List.of()));
        }
        return reply;
    }

    /** After a loss every question is answered as it was when somebody first asked it. */
    private static Disk readingOldAnswers(Disk disk) {
        Map<List<Object>, Object> answers = new HashMap<>();
        Plants.Reading now = (question, arguments) -> {
            Object answer = question.invoke(disk.history(), arguments);
            answers.putIfAbsent(asked(question, arguments), answer);
            return answer;
        };
        History fresh = Plants.history(now);
        Plants.Reading before = (question, arguments) -> {
            Object answer = answers.get(asked(question, arguments));
            return answer == null ? now.answer(question, arguments) : answer;
        };
        return new Disk(disk.store(), fresh, disk.blobs(), () -> Plants.history(before));
    }

    private static List<Object> asked(Method question, Object[] arguments) {
        return List.of(question, List.of(arguments));
    }

    /** After a loss it takes the row that was read for the task before. */
    private static Disk readingTheLastEntry(Disk disk) {
        Object[] last = {Optional.empty()};
        Plants.Reading now = (question, arguments) -> {
            Object answer = question.invoke(disk.history(), arguments);
            if (question.getName().equals("entry")) {
                last[0] = answer;
            }
            return answer;
        };
        Plants.Reading before = (question, arguments) ->
                question.getName().equals("entry") ? last[0] : question.invoke(disk.history(), arguments);
        return new Disk(disk.store(), Plants.history(now), disk.blobs(), () -> Plants.history(before));
    }

    /** Writes down each success that it accepts, whether it had it before or not. */
    private static Step countingTwice(Store store, RandomGenerator random) {
        Step step = Step.real(store, random);
        Map<AttemptId, GridEvent.Hard> written = new HashMap<>();
        return Plants.step(step, (batch, now) -> {
            BatchStep.Result result = step.run(batch, now);
            for (AddressedReply one : result.replies()) {
                if (one.reply() instanceof Reply.Committed committed) {
                    for (CommitAnswer answer : committed.content().answers()) {
                        GridEvent.Hard earlier = written.get(answer.attempt());
                        if (earlier != null && answer.verdict() == CommitAnswer.Verdict.ACCEPTED) {
                            write(store, earlier);
                        }
                    }
                }
            }
            for (GridEvent.Hard event : result.events()) {
                if (event instanceof GridEvent.AttemptEnded ended && ended.then() == TaskState.DONE) {
                    written.put(ended.attempt(), ended);
                }
            }
            return result;
        });
    }

    private static void write(Store store, GridEvent.Hard event) {
        try {
            store.write(List.of(event));
        } catch (StoreException e) {
            throw new AssertionError("nothing else fails in this world", e);
        }
    }
}
