package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.simulator.faults.BugHunt.assertFoundInStep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.step.BatchStep;
import org.gleaner.simulator.checker.AllOrNone;
import org.gleaner.simulator.checker.AnsweredOnce;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.CountsAddUp;
import org.gleaner.simulator.checker.DeadlinesToldOnce;
import org.gleaner.simulator.checker.ExpelledCountNoMore;
import org.gleaner.simulator.checker.GoodResultsTaken;
import org.gleaner.simulator.checker.GrownInOrder;
import org.gleaner.simulator.checker.MergedOnce;
import org.gleaner.simulator.checker.NoNodeLostTooEarly;
import org.gleaner.simulator.checker.NothingLeft;
import org.gleaner.simulator.checker.SharedByWeight;
import org.gleaner.simulator.checker.StaleReportsIgnored;
import org.gleaner.simulator.checker.StaysEndForAReason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each checker alone finds the bug that is planted for it between the agents and the grid. */
@Tag("simulation")
class PlantedStepBugTest {
    @Test
    void a_job_that_closes_with_wrong_counts_is_found() {
        assertFoundInStep(
                new CountsAddUp(),
                (store, random) -> Step.real(
                        Plants.writing(store, Plants.replacing(PlantedStepBugTest::closedWithOneMore)), random));
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
    void a_node_that_is_expelled_and_keeps_what_it_has_is_found() {
        assertFoundInStep(
                new ExpelledCountNoMore(),
                (store, random) -> Step.real(Plants.writing(store, PlantedStepBugTest::withoutLosses), random));
    }

    private static List<GridEvent.Hard> withoutLosses(List<GridEvent.Hard> events) {
        Set<NodeId> expelled = new HashSet<>();
        for (GridEvent.Hard event : events) {
            if (event instanceof GridEvent.DutySet set && set.duty() == Duty.FORGOTTEN) {
                expelled.add(set.node());
            }
        }
        return events.stream()
                .filter(event -> !(event instanceof GridEvent.AttemptEnded end) || !expelled.contains(end.node()))
                .toList();
    }

    @Test
    void a_server_that_takes_only_the_first_of_the_jobs_that_came_together_is_found() {
        assertFoundInStep(
                new AllOrNone(),
                (store, random) -> Step.real(Plants.writing(store, PlantedStepBugTest::withoutFollowers), random));
    }

    @Test
    void tasks_that_were_acknowledged_and_never_came_to_their_job_are_found() {
        assertFoundInStep(
                new GrownInOrder(),
                (store, random) ->
                        Step.real(Plants.writing(store, Plants.without(GridEvent.TasksAdded.class)), random));
    }

    @Test
    void a_job_that_closes_while_more_tasks_may_come_to_it_is_found() {
        assertFoundInStep(
                new GrownInOrder(),
                (store, random) -> Step.real(Plants.writing(store, Plants.without(GridEvent.JobSealed.class)), random));
    }

    @Test
    void units_that_are_lost_while_their_checkpoint_is_kept_are_found() {
        assertFoundInStep(
                new MergedOnce(),
                (store, random) ->
                        Step.real(Plants.writing(store, Plants.without(GridEvent.TasksAdded.class)), random));
    }

    @Test
    void a_server_that_takes_a_checkpoint_twice_is_found() {
        assertFoundInStep(new MergedOnce(), (store, random) -> {
            Step real = Step.real(store, random);
            return Plants.step(
                    real,
                    (batch, now) -> real.run(
                            batch.stream().flatMap(PlantedStepBugTest::twice).toList(), now));
        });
    }

    /** Every checkpoint is followed by itself, under the next number. */
    private static Stream<AddressedCommand> twice(AddressedCommand command) {
        if (!(command.command() instanceof Command.SaveHost save)) {
            return Stream.of(command);
        }
        Hosting once = save.hosting();
        Hosting again = new Hosting(once.checkpoint() + 1, once.state(), once.merged(), once.answer(), once.stopped());
        return Stream.of(
                command,
                new AddressedCommand(
                        new Address(Long.MAX_VALUE),
                        new Command.SaveHost(save.caller(), save.job(), again, save.entries(), List.of())));
    }

    private static List<GridEvent.Hard> withoutFollowers(List<GridEvent.Hard> events) {
        List<GridEvent.Hard> kept = new ArrayList<>();
        boolean before = false;
        for (GridEvent.Hard event : events) {
            boolean submitted = event instanceof GridEvent.JobSubmitted;
            if (!submitted || !before) {
                kept.add(event);
            }
            before = submitted;
        }
        return kept;
    }

    @Test
    void a_deadline_that_is_called_hopeless_twice_is_found() {
        assertFoundInStep(
                new DeadlinesToldOnce(),
                (store, random) -> Step.real(Plants.writing(store, PlantedStepBugTest::hopelessTwice), random));
    }

    private static List<GridEvent.Hard> hopelessTwice(List<GridEvent.Hard> events) {
        List<GridEvent.Hard> all = new ArrayList<>(events);
        events.stream().filter(GridEvent.DeadlineHopeless.class::isInstance).forEach(all::add);
        return all;
    }

    @Test
    void a_report_of_an_old_life_that_is_taken_for_new_is_found() {
        assertFoundInStep(new StaleReportsIgnored(), Plants::believingOldLives);
    }

    @Test
    void a_reply_that_comes_twice_is_found() {
        assertFoundInStep(
                new AnsweredOnce(),
                (store, random) ->
                        Plants.step(Step.real(store, random), command -> command, PlantedStepBugTest::lastReplyTwice));
    }

    @Test
    void a_call_that_is_never_answered_is_found() {
        assertFoundInStep(
                new AnsweredOnce(),
                (store, random) -> Plants.step(
                        Step.real(store, random), command -> command, PlantedStepBugTest::firstReplyMissing));
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
                        Plants.step(Step.real(store, random), command -> command, PlantedStepBugTest::withoutThanks));
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
    void a_server_that_does_not_know_owners_is_found() {
        assertFoundInStep(
                new SharedByWeight(),
                (store, random) -> Plants.step(
                        Step.real(Plants.writing(store, Plants.replacing(PlantedStepBugTest::asIfWeighted)), random),
                        PlantedStepBugTest::unweighted,
                        same -> same));
    }

    private static AddressedCommand unweighted(AddressedCommand one) {
        return one.command() instanceof Command.ChangeSetting set && set.value().equals("weighted")
                ? new AddressedCommand(one.address(), new Command.ChangeSetting(set.caller(), set.name(), "balanced"))
                : one;
    }

    private static GridEvent.Hard asIfWeighted(GridEvent.Hard event) {
        return event instanceof GridEvent.SettingChanged set && set.value().equals("balanced")
                ? new GridEvent.SettingChanged(set.name(), set.name().equals("fairness") ? "weighted" : set.value())
                : event;
    }

    @Test
    void a_finished_job_that_stays_open_is_found() {
        assertFoundInStep(
                new NothingLeft(),
                (store, random) -> Step.real(Plants.writing(store, Plants.without(GridEvent.JobClosed.class)), random));
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
    void files_of_an_old_life_that_are_taken_for_new_are_found() {
        assertFoundInStep(new StaleReportsIgnored(), (store, random) -> {
            Step step = Step.real(store, random);
            return Plants.step(step, one -> filesAsIfNew(step, one), same -> same);
        });
    }

    private static AddressedCommand filesAsIfNew(Step step, AddressedCommand one) {
        if (one.command() instanceof Command.KeepPartial said) {
            int incarnation = Plants.incarnation(step, said.node(), said.call().incarnation());
            PartialCall call = new PartialCall(
                    incarnation,
                    said.call().attempt(),
                    said.call().files(),
                    said.call().gone());
            return new AddressedCommand(one.address(), new Command.KeepPartial(said.node(), call, said.missing()));
        }
        return one;
    }

    @Test
    void a_node_that_loses_its_work_when_another_one_starts_anew_is_found() {
        BrokenRule found = BugHunt.find(
                new NoNodeLostTooEarly(),
                UnaryOperator.identity(),
                (store, random) ->
                        Plants.step(Step.real(store, random), PlantedStepBugTest::asTheFirstNode, same -> same),
                name -> name.equals("NoNodeLostTooEarly"));

        assertThat(found).hasMessageContaining("was lost after");
    }

    private static AddressedCommand asTheFirstNode(AddressedCommand one) {
        if (one.command() instanceof Command.Introduce said && said.known() != null) {
            NodeId first = new NodeId(1);
            return new AddressedCommand(one.address(), new Command.Introduce(first, said.introduction(), said.token()));
        }
        return one;
    }
}
