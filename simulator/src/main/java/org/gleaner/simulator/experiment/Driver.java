package org.gleaner.simulator.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.step.Execution;
import org.gleaner.core.step.GridState;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.UpWindows;
import org.gleaner.simulator.world.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * The body around the grid in one run: lets machines come and go, work arrive and attempts end as the trial says, and
 * tells the grid what agents and people would. All that it leaves out are the calls that only say "still here": a
 * machine that is up counts as heard, and the silence of one that is not is noticed after the time-out.
 *
 * <p>Confined to one thread.
 */
final class Driver implements Execution.Listener {
    private static final long MINUTE = 60_000;
    private static final long WEEK = 7 * 24 * 60 * MINUTE;
    private static final Address NOBODY = new Address(-1);

    private final Trial trial;
    private final Combination combination;
    private final Options options;
    private final Measures measures;
    private final Timeline timeline = new Timeline();
    private final GridState state;
    private final Execution execution;
    private final List<SimulatedMachine> machines = new ArrayList<>();
    /** The machines that have an attempt of a task: several if there are copies. */
    private final Map<TaskId, List<SimulatedMachine>> holders = new HashMap<>();

    private List<AddressedReply> replies = new ArrayList<>();
    private long now;
    private int arrived;
    private int up;
    private int busy;
    private long lastLook = -MINUTE;
    private boolean lookPlanned;

    Driver(Trial trial, Combination combination, Options options) {
        this.trial = trial;
        this.combination = combination;
        this.options = options;
        this.measures = new Measures(trial, options.strips());
        this.state = GridState.from(Calls.grid(combination), Timeline.BEGIN);
        this.execution = new Execution(new SplittableRandom(trial.seed()), this);
        for (int i = 0; i < trial.machines().size(); i++) {
            machines.add(new SimulatedMachine(trial.machines().get(i), i));
        }
    }

    RunResult run() {
        machines.forEach(this::planBoot);
        planArrival();
        Instant end = instant(trial.opens() + trial.limit());
        Instant next = timeline.next();
        while (next != null && !next.isAfter(end) && !measures.allDone()) {
            now = Duration.between(Timeline.BEGIN, next).toMillis();
            timeline.runUntil(next);
            look();
            next = timeline.next();
        }
        return measures.result(combination);
    }

    /** How many objects are kept because of single tasks; must not grow with those that are done. */
    int kept() {
        int kept = holders.size() + timeline.size();
        for (StoredJob job : state.stored().jobs()) {
            kept += job.records().size() + job.live().size();
        }
        return kept;
    }

    private static Instant instant(long millis) {
        return Timeline.BEGIN.plusMillis(millis);
    }

    /** Lets the grid look around when it planned to, and once a minute while there is work. */
    private void look() {
        Instant offer = state.offerAt();
        boolean isDue = measures.hasOpenTasks() && now >= lastLook + MINUTE;
        if (isDue || (offer != null && !offer.isAfter(timeline.now()))) {
            tell(new Command.Tick());
            lastLook = now;
        }
        if (!lookPlanned && up > busy && measures.hasOpenTasks()) {
            // Nothing else may happen until then.
            lookPlanned = true;
            timeline.at(instant(now + MINUTE), () -> lookPlanned = false);
        }
    }

    private void planArrival() {
        if (arrived < trial.batches().size()) {
            timeline.at(instant(trial.batches().get(arrived).arrives()), this::arrive);
        }
    }

    private void arrive() {
        Batch batch = trial.batches().get(arrived);
        Reply.Submitted reply = ask(NOBODY, Calls.submit(batch), Reply.Submitted.class);
        if (reply == null || reply.job().value() - 1 != arrived) {
            throw new IllegalStateException("a job was not taken as the next one: " + reply);
        }
        measures.arrived(arrived, now);
        arrived++;
        planArrival();
    }

    private static int batchOf(AttemptId attempt) {
        return (int) attempt.job().value() - 1;
    }

    private void planBoot(SimulatedMachine machine) {
        long start = machine.machine.windows().start(machine.window);
        if (start != UpWindows.NEVER) {
            timeline.at(instant(start), () -> boot(machine));
        }
    }

    private void boot(SimulatedMachine machine) {
        machine.up = true;
        up++;
        machine.upUntil = machine.machine.windows().end(machine.window);
        if (machine.upUntil != UpWindows.NEVER) {
            timeline.at(instant(machine.upUntil), () -> die(machine));
        }
        Command introduce =
                new Command.Introduce(machine.node, Calls.introduction(machine.machine, machine.window), null);
        Reply.Introduced reply = ask(machine.address, introduce, Reply.Introduced.class);
        if (reply == null) {
            throw new IllegalStateException("the grid does not know " + machine.machine.name() + " any more");
        }
        machine.node = reply.content().node();
        machine.incarnation = reply.content().incarnation();
        machine.sequence = 0;
        planSign(machine);
        sync(machine);
    }

    /** A sign of life without news, so that a machine counts among the pool, and up to its end. */
    private void sayStillHere(SimulatedMachine machine) {
        ask(machine.address, Calls.stillHere(machine.id(), machine), Reply.Committed.class);
    }

    private void planSign(SimulatedMachine machine) {
        int window = machine.window;
        timeline.at(instant(now + WEEK), () -> {
            if (machine.up && machine.window == window) {
                sayStillHere(machine);
                planSign(machine);
            }
        });
    }

    private void die(SimulatedMachine machine) {
        if (machine.running && machine.ends == now) {
            // It was just in time, but there is none for more.
            finish(machine, false);
        }
        sayStillHere(machine);
        halt(machine, Fate.LOST);
        machine.attempts.forEach(attempt -> forget(machine, attempt.task()));
        machine.attempts.clear();
        machine.up = false;
        up--;
        machine.window++;
        int window = machine.window;
        timeline.at(instant(now + options.timeout()), () -> {
            if (!machine.up && machine.window == window) {
                tell(new Piece.DropAttempts(machine.id()));
            }
        });
        planBoot(machine);
    }

    /** Says what the machine still has, and takes what it is given; without orders the call stays open. */
    private void sync(SimulatedMachine machine) {
        machine.sequence++;
        Reply.Ordered reply = ask(machine.address, Calls.sync(machine.id(), machine), Reply.Ordered.class);
        if (reply != null) {
            obey(machine, reply.content());
        }
    }

    private void obey(SimulatedMachine machine, Orders orders) {
        take(machine, orders.start());
        orders.stop().forEach(attempt -> stop(machine, attempt.task()));
    }

    private void take(SimulatedMachine machine, List<Start> starts) {
        for (Start start : starts) {
            machine.attempts.add(start.attempt());
            List<SimulatedMachine> alone = List.of(machine);
            List<SimulatedMachine> others = holders.put(start.attempt().task(), alone);
            if (others != null) {
                List<SimulatedMachine> all = new ArrayList<>(others);
                all.add(machine);
                holders.put(start.attempt().task(), all);
            }
        }
        goOn(machine);
    }

    private void forget(SimulatedMachine machine, TaskId task) {
        List<SimulatedMachine> all = holders.remove(task);
        if (all != null && all.size() > 1) {
            List<SimulatedMachine> others = new ArrayList<>(all);
            others.remove(machine);
            holders.put(task, others);
        }
    }

    private void goOn(SimulatedMachine machine) {
        AttemptId attempt = machine.attempts.peek();
        if (machine.running || attempt == null) {
            return;
        }
        long work = trial.batches().get(batchOf(attempt)).work(attempt.ordinal());
        machine.running = true;
        busy++;
        machine.run++;
        machine.began = now;
        machine.ends = now + machine.machine.millisFor(work);
        measures.started(batchOf(attempt), now);
        if (machine.ends < machine.upUntil) {
            int run = machine.run;
            timeline.at(instant(machine.ends), () -> {
                if (machine.running && machine.run == run) {
                    finish(machine, true);
                }
            });
        }
    }

    /** What runs is over, for good or ill. */
    private void halt(SimulatedMachine machine, Fate fate) {
        if (machine.running) {
            machine.running = false;
            busy--;
            measures.ended(machine.index, batchOf(machine.attempts.element()), machine.began, now, fate);
        }
    }

    private void finish(SimulatedMachine machine, boolean wantsWork) {
        AttemptId attempt = machine.attempts.element();
        Command commit = Calls.success(machine.id(), machine, attempt, now - machine.began, wantsWork);
        Reply.Committed reply = ask(machine.address, commit, Reply.Committed.class);
        if (reply == null) {
            throw new IllegalStateException("the success of " + attempt + " was not answered");
        }
        boolean counts = reply.content().answers().get(0).verdict() == CommitAnswer.Verdict.ACCEPTED;
        halt(machine, counts ? Fate.USEFUL : Fate.SUPERFLUOUS);
        machine.attempts.remove();
        forget(machine, attempt.task());
        if (counts) {
            measures.done(batchOf(attempt), now);
            for (SimulatedMachine copy : holders.getOrDefault(attempt.task(), List.of())) {
                stop(copy, attempt.task());
            }
        }
        if (wantsWork) {
            take(machine, reply.content().start());
            if (machine.attempts.isEmpty()) {
                sync(machine);
            }
        }
    }

    /** The machine drops its attempt of the task, says so and goes on with what it gets. */
    private void stop(SimulatedMachine machine, TaskId task) {
        AttemptId first = machine.attempts.peek();
        if (first != null && first.task().equals(task)) {
            halt(machine, Fate.SUPERFLUOUS);
        }
        machine.attempts.removeIf(attempt -> attempt.task().equals(task));
        forget(machine, task);
        sync(machine);
        goOn(machine);
    }

    private void tell(Command command) {
        ask(NOBODY, command, Reply.Acknowledged.class);
    }

    /** What the grid answers, if it is of this kind; what others hear of it they do at once. */
    private <T extends Reply> @Nullable T ask(Address caller, Command command, Class<T> kind) {
        execution.run(state, caller, command, timeline.now());
        List<AddressedReply> heard = replies;
        replies = new ArrayList<>();
        T answer = null;
        for (AddressedReply next : heard) {
            if (next.address().equals(caller) && kind.isInstance(next.reply())) {
                answer = kind.cast(next.reply());
            } else if (next.reply() instanceof Reply.Ordered ordered) {
                SimulatedMachine machine = machines.get((int) next.address().number());
                // A reply to a machine that died meanwhile reaches nobody.
                if (machine.up && !next.address().equals(caller)) {
                    obey(machine, ordered.content());
                }
            } else {
                throw new IllegalStateException("the answer to " + command + " is " + next.reply());
            }
        }
        return answer;
    }

    @Override
    public void applied(GridEvent event) {}

    @Override
    public void replied(AddressedReply reply) {
        replies.add(reply);
    }

    @Override
    public void failed(Address address, Command command, RuntimeException cause) {
        throw new IllegalStateException("the grid has a bug with " + command, cause);
    }
}
