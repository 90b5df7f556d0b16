package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.BatchStep;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.store.Store;
import org.gleaner.core.store.StoredGrid;
import org.gleaner.core.store.StoredGrid.NodeRow;
import org.gleaner.core.store.StoredJob;
import org.gleaner.simulator.checker.AnsweredOnce;
import org.gleaner.simulator.checker.AttemptNumbersGrow;
import org.gleaner.simulator.checker.Checker;
import org.gleaner.simulator.checker.Checkers;
import org.gleaner.simulator.checker.CountsAddUp;
import org.gleaner.simulator.checker.GoodResultsTaken;
import org.gleaner.simulator.checker.LiveWithinPolicy;
import org.gleaner.simulator.checker.LoadedEqualsMemory;
import org.gleaner.simulator.checker.MatchesHold;
import org.gleaner.simulator.checker.NoNodeLostTooEarly;
import org.gleaner.simulator.checker.NothingForgotten;
import org.gleaner.simulator.checker.NothingLeft;
import org.gleaner.simulator.checker.PartialsGoWithResults;
import org.gleaner.simulator.checker.PausedStartNothing;
import org.gleaner.simulator.checker.PredecessorsFirst;
import org.gleaner.simulator.checker.RefusalsTyped;
import org.gleaner.simulator.checker.ReservedWithinCapacity;
import org.gleaner.simulator.checker.ResultsStand;
import org.gleaner.simulator.checker.StaleReportsIgnored;
import org.gleaner.simulator.checker.StaysEndForAReason;
import org.gleaner.simulator.checker.SubmittedOnce;
import org.gleaner.simulator.checker.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each checker alone finds the bug that is planted for it: a checker that never fails checks nothing. */
@Tag("simulation")
class PlantedBugTest {
    private static final int SEEDS = 150;

    /** Runs seeds until one is violated. */
    private static Violation find(Checker checker, UnaryOperator<Store> disk, Step.Factory steps) {
        return find(checker, disk, steps, name -> true);
    }

    /** As above; a bug that makes agents stand idle as well must still be seen by the checker. */
    private static Violation find(
            Checker checker, UnaryOperator<Store> disk, Step.Factory steps, Predicate<String> counts) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            Disk honest = Disk.inMemory();
            Disk spoilt = new Disk(disk.apply(honest.store()), honest.history());
            Checker fresh = Checkers.all().stream()
                    .filter(one -> one.name().equals(checker.name()))
                    .findFirst()
                    .orElseThrow();
            try {
                new FaultWorld(seed, new FaultWorld.Parts(spoilt, steps, List.of(fresh)), new Coverage()).run();
            } catch (Violation e) {
                if (counts.test(e.checker())) {
                    return e;
                }
            }
        }
        return fail("no seed found the planted bug");
    }

    private static void assertFoundOnDisk(Checker checker, UnaryOperator<Store> disk) {
        Violation found = find(checker, disk, Step::real, name -> !name.equals("idleness"));
        assertThat(found.checker()).isEqualTo(checker.name());
    }

    private static void assertFoundInStep(Checker checker, Step.Factory steps) {
        assertThat(find(checker, UnaryOperator.identity(), steps).checker()).isEqualTo(checker.name());
    }

    @Test
    void a_store_that_skips_an_event_differs_from_memory() {
        assertFoundOnDisk(
                new LoadedEqualsMemory(),
                store -> Plants.writing(store, Plants.without(GridEvent.CountersReset.class)));
    }

    @Test
    void a_store_that_forgets_who_was_paused_lets_them_start_something() {
        assertFoundOnDisk(
                new PausedStartNothing(), store -> Plants.writing(store, Plants.without(GridEvent.DutySet.class)));
    }

    @Test
    void a_store_that_loses_a_success_has_forgotten_what_was_acknowledged() {
        assertFoundOnDisk(
                new NothingForgotten(),
                store -> Plants.writing(
                        store,
                        events -> events.stream()
                                .filter(event ->
                                        !isSuccess(event) || event.toString().length() % 5 != 0)
                                .toList()));
    }

    private static boolean isSuccess(GridEvent.Hard event) {
        return event instanceof GridEvent.AttemptEnded ended && ended.report().outcome() == Outcome.DONE;
    }

    @Test
    void a_task_whose_result_is_forgotten_by_the_store_runs_again_and_is_found() {
        assertFoundOnDisk(
                new ResultsStand(),
                store -> Plants.writing(
                        store,
                        events -> events.stream()
                                .filter(event -> !isSuccess(event) && !(event instanceof GridEvent.JobClosed))
                                .toList()));
    }

    @Test
    void a_job_that_closes_with_wrong_counts_is_found() {
        assertFoundInStep(
                new CountsAddUp(),
                (store, random) ->
                        Step.real(Plants.writing(store, Plants.replacing(PlantedBugTest::closedWithOneMore)), random));
    }

    private static GridEvent.Hard closedWithOneMore(GridEvent.Hard event) {
        if (event instanceof GridEvent.JobClosed closed) {
            TaskCounts tasks = closed.tasks();
            TaskCounts wrong = new TaskCounts(
                    tasks.waiting(),
                    tasks.ready(),
                    tasks.running(),
                    tasks.done() + 1,
                    tasks.paused(),
                    tasks.blocked(),
                    tasks.cancelled());
            return new GridEvent.JobClosed(closed.job(), wrong, closed.at());
        }
        return event;
    }

    @Test
    void an_attempt_number_that_is_given_twice_is_found() {
        assertFoundOnDisk(
                new AttemptNumbersGrow(),
                store -> Plants.swallowingErrors(
                        Plants.loading(store, Plants.jobs(job -> with(job, new TreeMap<>(), job.live())))));
    }

    @Test
    void a_second_live_attempt_of_a_task_is_found() {
        assertFoundOnDisk(
                new LiveWithinPolicy(),
                store -> Plants.loading(store, Plants.jobs(job -> with(job, new TreeMap<>(job.records()), List.of()))));
    }

    private static StoredJob with(StoredJob job, TreeMap<Integer, TaskRecord> records, List<StoredJob.LiveRow> live) {
        return new StoredJob(
                job.id(),
                job.owner(),
                job.submitted(),
                job.spec(),
                job.brake(),
                job.states(),
                records,
                live,
                job.accepted());
    }

    @Test
    void files_of_a_task_that_is_done_are_found_if_they_stay() {
        assertFoundOnDisk(
                new PartialsGoWithResults(),
                store -> Plants.writing(
                        store,
                        events -> events.stream()
                                .flatMap(event ->
                                        isSuccess(event) ? Stream.of(event, leftBehind(event)) : Stream.of(event))
                                .toList()));
    }

    private static GridEvent.Hard leftBehind(GridEvent.Hard event) {
        GridEvent.AttemptEnded ended = (GridEvent.AttemptEnded) event;
        ResultFile file = new ResultFile("left", new BlobHash("a".repeat(64)), 5, false, null);
        return new GridEvent.PartialKept(ended.attempt(), List.of(file), ended.at());
    }

    @Test
    void a_node_that_is_given_more_than_it_has_is_found() {
        assertFoundOnDisk(new ReservedWithinCapacity(), store -> Plants.loading(store, PlantedBugTest::withLargeNodes));
    }

    @Test
    void a_node_that_is_given_what_it_has_not_is_found() {
        assertFoundOnDisk(new MatchesHold(), store -> Plants.loading(store, Plants.jobs(PlantedBugTest::undemanding)));
    }

    private static StoredJob undemanding(StoredJob job) {
        JobSpec spec = job.spec();
        JobSpec modest = new JobSpec(
                        spec.name(),
                        spec.type(),
                        spec.command(),
                        spec.array(),
                        spec.inputs(),
                        spec.outputs(),
                        new Requirements(spec.needs().cores(), spec.needs().memory()),
                        spec.limits())
                .withTurn(spec.turn());
        return with(job, modest, job.states());
    }

    @Test
    void a_task_that_does_not_wait_is_found() {
        assertFoundOnDisk(
                new PredecessorsFirst(), store -> Plants.loading(store, Plants.jobs(PlantedBugTest::impatient)));
    }

    private static StoredJob impatient(StoredJob job) {
        TreeMap<TaskState, Ordinals> states = new TreeMap<>(job.states());
        states.remove(TaskState.WAITING);
        return with(job, job.spec(), states);
    }

    private static StoredJob with(StoredJob job, JobSpec spec, SortedMap<TaskState, Ordinals> states) {
        return new StoredJob(
                job.id(),
                job.owner(),
                job.submitted(),
                spec,
                job.brake(),
                states,
                job.records(),
                job.live(),
                job.accepted());
    }

    private static StoredGrid withLargeNodes(StoredGrid grid) {
        List<NodeRow> nodes = new ArrayList<>();
        for (NodeRow row : grid.nodes()) {
            Capacity large = new Capacity(64, new MemorySize(1 << 20));
            nodes.add(new NodeRow(row.node(), row.incarnation(), row.facts(), large, row.at()));
        }
        return new StoredGrid(
                grid.nextJob(),
                grid.nextNode(),
                grid.jobs(),
                nodes,
                grid.refusals(),
                grid.tokens(),
                grid.keys(),
                grid.settings(),
                grid.beliefs());
    }

    @Test
    void a_report_of_an_old_life_that_is_taken_for_new_is_found() {
        assertFoundInStep(new StaleReportsIgnored(), (store, random) -> {
            Step step = Step.real(store, random);
            return Plants.step(step, command -> asIfNew(step, command), result -> result);
        });
    }

    private static AddressedCommand asIfNew(Step step, AddressedCommand one) {
        if (one.command() instanceof Command.Sync sync) {
            SyncReport report = sync.report();
            return new AddressedCommand(
                    one.address(),
                    new Command.Sync(
                            sync.node(),
                            new SyncReport(
                                    incarnation(step, sync.node(), report.incarnation()),
                                    report.sequence(),
                                    report.holds(),
                                    report.offer(),
                                    report.load(),
                                    report.patience())));
        }
        if (one.command() instanceof Command.Commit commit) {
            CommitCall call = commit.call();
            int incarnation = incarnation(step, commit.node(), call.incarnation());
            return new AddressedCommand(
                    one.address(),
                    new Command.Commit(
                            commit.node(),
                            new CommitCall(incarnation, call.reports(), call.wantsWork()),
                            commit.missing()));
        }
        return one;
    }

    private static int incarnation(Step step, NodeId id, int presented) {
        return step.memory()
                .flatMap(grid -> grid.nodes().stream()
                        .filter(row -> row.node().equals(id))
                        .findFirst())
                .map(NodeRow::incarnation)
                .orElse(presented);
    }

    @Test
    void an_exception_instead_of_a_refusal_is_found() {
        assertFoundOnDisk(
                new RefusalsTyped(), store -> Plants.loading(store, grid -> withSetting(grid, "strategy", "by-magic")));
    }

    @Test
    void a_node_that_is_given_up_after_a_short_silence_is_found() {
        assertFoundOnDisk(
                new NoNodeLostTooEarly(),
                store -> Plants.loading(store, grid -> withSetting(grid, "lost-after", "5s")));
    }

    private static StoredGrid withSetting(StoredGrid grid, String name, String value) {
        TreeMap<String, String> settings = new TreeMap<>(grid.settings());
        settings.put(name, value);
        return new StoredGrid(
                grid.nextJob(),
                grid.nextNode(),
                grid.jobs(),
                grid.nodes(),
                grid.refusals(),
                grid.tokens(),
                grid.keys(),
                settings,
                grid.beliefs());
    }

    @Test
    void a_reply_that_comes_twice_is_found() {
        assertFoundInStep(
                new AnsweredOnce(),
                (store, random) ->
                        Plants.step(Step.real(store, random), command -> command, PlantedBugTest::lastReplyTwice));
    }

    @Test
    void a_call_that_is_never_answered_is_found() {
        assertFoundInStep(
                new AnsweredOnce(),
                (store, random) ->
                        Plants.step(Step.real(store, random), command -> command, PlantedBugTest::firstReplyMissing));
    }

    private static BatchStep.Result lastReplyTwice(BatchStep.Result result) {
        List<AddressedReply> replies = new ArrayList<>(result.replies());
        if (replies.size() > 1) {
            replies.add(replies.get(replies.size() - 1));
        }
        return with(result, replies);
    }

    private static BatchStep.Result firstReplyMissing(BatchStep.Result result) {
        int size = result.replies().size();
        return with(result, size < 2 ? result.replies() : result.replies().subList(1, size));
    }

    private static BatchStep.Result with(BatchStep.Result result, List<AddressedReply> replies) {
        return new BatchStep.Result(replies, result.events(), result.reloaded(), result.bugs(), result.failure());
    }

    @Test
    void a_good_result_that_is_thrown_away_is_found() {
        assertFoundInStep(
                new GoodResultsTaken(),
                (store, random) ->
                        Plants.step(Step.real(store, random), command -> command, PlantedBugTest::withoutThanks));
    }

    private static BatchStep.Result withoutThanks(BatchStep.Result result) {
        List<AddressedReply> replies = new ArrayList<>();
        for (AddressedReply one : result.replies()) {
            if (one.reply() instanceof Reply.Committed committed) {
                List<CommitAnswer> discarded = committed.content().answers().stream()
                        .map(answer -> CommitAnswer.of(answer.attempt(), CommitAnswer.Verdict.DISCARD))
                        .toList();
                CommitReply reply =
                        new CommitReply(discarded, committed.content().start());
                replies.add(new AddressedReply(one.address(), new Reply.Committed(reply)));
            } else {
                replies.add(one);
            }
        }
        return with(result, replies);
    }

    @Test
    void a_key_that_is_forgotten_makes_a_second_job_and_is_found() {
        assertFoundOnDisk(
                new SubmittedOnce(),
                store -> Plants.loading(
                        store,
                        grid -> new StoredGrid(
                                grid.nextJob(),
                                grid.nextNode(),
                                grid.jobs(),
                                grid.nodes(),
                                grid.refusals(),
                                grid.tokens(),
                                List.of(),
                                grid.settings(),
                                grid.beliefs())));
    }

    @Test
    void a_finished_job_that_stays_open_is_found() {
        assertFoundInStep(
                new NothingLeft(),
                (store, random) -> Step.real(Plants.writing(store, Plants.without(GridEvent.JobClosed.class)), random));
    }

    @Test
    void work_that_never_ends_is_found() {
        Violation found = find(new RefusalsTyped(), UnaryOperator.identity(), (store, random) -> {
            Step step = Step.real(store, random);
            return Plants.step(step, PlantedBugTest::withoutReports, result -> result);
        });

        assertThat(found.checker()).isEqualTo("liveness");
    }

    private static AddressedCommand withoutReports(AddressedCommand one) {
        if (one.command() instanceof Command.Commit commit) {
            CommitCall empty = new CommitCall(commit.call().incarnation(), List.of(), false);
            return new AddressedCommand(one.address(), new Command.Commit(commit.node(), empty, List.of()));
        }
        return one;
    }

    @Test
    void an_agent_that_is_never_given_anything_is_found() {
        Violation found = find(new RefusalsTyped(), UnaryOperator.identity(), (store, random) -> {
            Step step = Step.real(store, random);
            return Plants.step(step, PlantedBugTest::withoutOffer, result -> result);
        });

        assertThat(found.checker()).isEqualTo("idleness");
    }

    private static AddressedCommand withoutOffer(AddressedCommand one) {
        if (one.command() instanceof Command.Sync sync && sync.node().value() == 1) {
            SyncReport said = sync.report();
            SyncReport report = new SyncReport(
                    said.incarnation(), said.sequence(), said.holds(), Capacity.NOTHING, said.load(), said.patience());
            return new AddressedCommand(one.address(), new Command.Sync(sync.node(), report));
        }
        return one;
    }

    @Test
    void a_server_that_takes_every_introduction_for_a_new_stay_is_found() {
        int[] calls = new int[1];
        assertFoundInStep(
                new StaysEndForAReason(),
                (store, random) ->
                        Plants.step(Step.real(store, random), one -> inAnotherStay(one, ++calls[0]), same -> same));
    }

    private static AddressedCommand inAnotherStay(AddressedCommand one, int number) {
        if (one.command() instanceof Command.Introduce said) {
            Introduction given = said.introduction();
            Introduction other = new Introduction(
                    given.facts(), given.capacity(), given.holds(), new Stay("other-" + number, Duration.ZERO));
            return new AddressedCommand(one.address(), new Command.Introduce(said.known(), other, said.token()));
        }
        return one;
    }

    @Test
    void every_checker_has_its_planted_bug() {
        List<String> planted = List.of(
                "LoadedEqualsMemory",
                "NothingForgotten",
                "ResultsStand",
                "CountsAddUp",
                "AttemptNumbersGrow",
                "LiveWithinPolicy",
                "PausedStartNothing",
                "ReservedWithinCapacity",
                "MatchesHold",
                "PredecessorsFirst",
                "StaleReportsIgnored",
                "RefusalsTyped",
                "NoNodeLostTooEarly",
                "StaysEndForAReason",
                "AnsweredOnce",
                "SubmittedOnce",
                "GoodResultsTaken",
                "PartialsGoWithResults",
                "NothingLeft");

        assertThat(Checkers.all().stream().map(Checker::name)).containsExactlyInAnyOrderElementsOf(planted);
    }
}
