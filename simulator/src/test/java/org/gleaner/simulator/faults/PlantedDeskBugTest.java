package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.gleaner.core.agent.AgentPolicy;
import org.gleaner.core.desk.Errand;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.Checkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Agents and people of the simulation come to the server's own desk, so that a bug there is found as any other. */
@Tag("simulation")
class PlantedDeskBugTest {
    private static final int SEEDS = 200;

    private static String found(UnaryOperator<FaultMix> mix, Counter.Factory counters) {
        FaultWorld.Habits habits = new FaultWorld.Habits(mix, AgentPolicy.DEFAULT);
        for (int seed = 1; seed <= SEEDS; seed++) {
            FaultWorld.Parts parts = new FaultWorld.Parts(Disk.inMemory(), Step::real, counters, Checkers.all());
            try {
                new FaultWorld(seed, parts, new Coverage(), habits).run();
            } catch (BrokenRule e) {
                return e.checker();
            }
        }
        return fail("no seed found the planted bug");
    }

    private static Counter.Factory asking(UnaryOperator<Errand.Ask> change) {
        return (history, shelf) -> {
            Counter real = Counter.real(history, shelf);
            return command -> {
                Errand errand = real.take(command);
                return errand instanceof Errand.Ask ask ? change.apply(ask) : errand;
            };
        };
    }

    @Test
    void a_start_that_is_sent_without_its_entry_or_files_is_found() {
        assertThat(found(
                        OneFault.of(OneFault.HEALTHY),
                        asking(ask -> new Errand.Ask(ask.command(), ask.decided(), Errand.Done::new))))
                .isIn("agent", "TakenAsAccepted");
    }

    @Test
    void a_desk_that_never_remembers_who_came_before_is_found() {
        assertThat(found(
                        OneFault.of(OneFault.LYING),
                        (history, shelf) ->
                                command -> Counter.real(history, shelf).take(command)))
                .isEqualTo("CopiesToldApart");
    }

    @Test
    void a_start_without_the_files_that_it_takes_of_others_is_found() {
        assertThat(found(OneFault.of(OneFault.HEALTHY), (history, shelf) -> {
                    Counter real = Counter.real(history, shelf);
                    return command -> withoutTaken(real.take(command));
                }))
                .isEqualTo("TakenAsAccepted");
    }

    private static Errand withoutTaken(Errand errand) {
        if (errand instanceof Errand.Ask ask && ask.command() instanceof Command.TakeFiles) {
            return new Errand.Ask(
                    ask.command(), ask.decided(), reply -> bare(ask.then().on(reply)));
        }
        return errand instanceof Errand.Ask ask
                ? new Errand.Ask(
                        ask.command(),
                        ask.decided(),
                        reply -> withoutTaken(ask.then().on(reply)))
                : errand;
    }

    private static Errand bare(Errand errand) {
        if (errand instanceof Errand.Done done && done.reply() instanceof Reply.Ordered ordered) {
            List<Start> starts = ordered.content().start().stream()
                    .map(start -> new Start(
                            start.attempt(),
                            start.lane(),
                            start.spec().withInputs(List.of()),
                            start.entry(),
                            start.owner()))
                    .toList();
            return new Errand.Done(new Reply.Ordered(new Orders(starts, List.of(), List.of(), List.of())));
        }
        return errand;
    }

    @Test
    void a_task_that_goes_on_with_what_another_task_had_saved_is_found() {
        assertThat(found(mix -> mix, (history, shelf) -> {
                    Counter real = Counter.real(history, shelf);
                    List<Command.Taking> before = new ArrayList<>();
                    return command -> withSavedOfOthers(real.take(command), before);
                }))
                .isEqualTo("ResumedFromEarlier");
    }

    private static Errand withSavedOfOthers(Errand errand, List<Command.Taking> before) {
        if (!(errand instanceof Errand.Ask ask)) {
            return errand;
        }
        if (!(ask.command() instanceof Command.TakeFiles take)) {
            return new Errand.Ask(
                    ask.command(),
                    ask.decided(),
                    reply -> withSavedOfOthers(ask.then().on(reply), before));
        }
        List<Command.Taking> mixed = new ArrayList<>();
        for (Command.Taking one : take.starts()) {
            Command.Taking other = before.isEmpty() ? one : before.get(before.size() - 1);
            boolean wanted = one.resumption() != null
                    && !other.attempt().task().equals(one.attempt().task());
            mixed.add(
                    wanted
                            ? new Command.Taking(
                                    one.attempt(), one.files(), one.inputs(), one.obstacle(), other.resumption())
                            : one);
            if (one.resumption() != null && one.resumption().isLaid()) {
                before.add(one);
            }
        }
        return new Errand.Ask(new Command.TakeFiles(mixed), ask.decided(), ask.then());
    }

    @Test
    void a_job_whose_closed_predecessors_all_count_as_done_is_found() {
        UnaryOperator<FaultMix> busy = mix -> {
            FaultMix calm = OneFault.of(OneFault.HEALTHY).apply(mix);
            FaultMix.Size many = new FaultMix.Size(2, 1, 20, 2, Duration.ofMinutes(5));
            return new FaultMix(many, calm.network(), calm.server(), calm.store(), calm.agent(), calm.work());
        };

        assertThat(found(busy, asking(PlantedDeskBugTest::afterDoneJobs))).isEqualTo("PredecessorsFirst");
    }

    private static Errand.Ask afterDoneJobs(Errand.Ask ask) {
        if (ask.command() instanceof Command.Submit submit) {
            List<StoredJob> done =
                    submit.predecessors().stream().map(PlantedDeskBugTest::done).toList();
            return new Errand.Ask(submit.after(done), ask.decided(), ask.then());
        }
        return ask;
    }

    private static StoredJob done(StoredJob job) {
        TreeMap<TaskState, Ordinals> states = new TreeMap<>();
        states.put(TaskState.DONE, Ordinals.range(1, job.spec().tasks()));
        return new StoredJob(
                job.id(),
                job.owner(),
                job.submitted(),
                job.spec(),
                job.brake(),
                states,
                job.records(),
                job.live(),
                job.accepted());
    }
}
