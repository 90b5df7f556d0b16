package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gleaner.core.ahead.VirtualMachine.Lane;
import org.gleaner.core.ahead.Witness.End;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoredJob.LiveRow;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.step.Execution;
import org.gleaner.core.step.GridState;
import org.jspecify.annotations.Nullable;

/**
 * The body around the grid in virtual time: lets machines come and go, work arrive and attempts end as a {@link Course}
 * says, and tells the grid what agents and people would. All that it leaves out are the calls that only say "still
 * here": a machine that is up counts as heard, and the silence of one that is not is noticed after the time-out.
 *
 * <p>Confined to one thread.
 */
public final class VirtualPool implements Execution.Listener {
    private static final long MINUTE = 60_000;
    private static final long WEEK = 7 * 24 * 60 * MINUTE;
    private static final Address NOBODY = new Address(-1);

    private final Course course;
    private final Witness witness;
    private final Instant begin;
    private final Timeline timeline;
    private final long timeout;
    private final GridState state;
    private final Execution execution;
    private final List<VirtualMachine> machines = new ArrayList<>();
    private final Holders holders = new Holders();

    private List<AddressedReply> replies = new ArrayList<>();
    private long now;
    private int arrived;
    private int freeSlots;
    private long lastLook = -MINUTE;
    private boolean lookPlanned;

    /**
     * @param state at the begin; it should hold no call open for a time that matters, and lose nobody by silence
     * @param timeout how long it takes until somebody notices that a machine is gone
     */
    public VirtualPool(
            GridState state, Instant begin, Duration timeout, Course course, RandomGenerator random, Witness witness) {
        this.state = state;
        this.begin = begin;
        this.timeline = new Timeline(begin);
        this.timeout = timeout.toMillis();
        this.course = course;
        this.witness = witness;
        this.execution = new Execution(random, this);
        for (int number = 0; number < course.machines(); number++) {
            VirtualMachine machine = new VirtualMachine(number);
            machine.node = course.known(number);
            machines.add(machine);
        }
    }

    /** Goes on until the witness has seen enough, nothing is to happen any more, or this time, in milliseconds. */
    public void run(long until) {
        for (VirtualMachine machine : machines) {
            Course.Present present = course.present(machine.number);
            if (present == null) {
                planBoot(machine);
            } else {
                goOn(machine, present);
            }
        }
        planArrival();
        Instant end = instant(until);
        Instant next = timeline.next();
        while (next != null && !next.isAfter(end) && !witness.isOver(now)) {
            now = Duration.between(begin, next).toMillis();
            timeline.runUntil(next);
            look();
            next = timeline.next();
        }
    }

    /** Lets something happen that is no part of the course, such as somebody looking; in milliseconds. */
    public void at(long when, Runnable action) {
        timeline.at(instant(when), action);
    }

    /** In milliseconds from the begin. */
    public long time() {
        return now;
    }

    /** How many objects are kept because of single tasks, beside those of the grid. */
    public int kept() {
        return holders.size() + timeline.size();
    }

    private Instant instant(long millis) {
        return begin.plusMillis(millis);
    }

    /** Lets the grid look around when it planned to, and now and then while there is work. */
    private void look() {
        Instant offer = state.offerAt();
        boolean isDue = witness.hasOpenTasks() && now >= lastLook + course.pause(now);
        if (isDue || (offer != null && !offer.isAfter(timeline.now()))) {
            tell(new Command.Tick());
            lastLook = now;
        }
        if (!lookPlanned && freeSlots > 0 && witness.hasOpenTasks()) {
            // Nothing else may happen until then.
            lookPlanned = true;
            timeline.at(instant(now + course.pause(now)), () -> lookPlanned = false);
        }
    }

    private void planArrival() {
        long at = course.arrives(arrived);
        if (at != Course.NEVER) {
            timeline.at(instant(at), this::arrive);
        }
    }

    private void arrive() {
        Reply.Submitted reply = ask(NOBODY, course.submission(arrived), Reply.Submitted.class);
        if (reply == null) {
            throw new IllegalStateException("submission " + arrived + " was not taken");
        }
        witness.arrived(arrived, reply.job(), now);
        arrived++;
        planArrival();
    }

    private void planBoot(VirtualMachine machine) {
        long start = course.begins(machine.number, machine.life);
        if (start != Course.NEVER) {
            timeline.at(instant(start), () -> boot(machine));
        }
    }

    private void boot(VirtualMachine machine) {
        Introduction introduction = course.introduction(machine.number, machine.life);
        rise(machine, introduction);
        Command introduce = new Command.Introduce(machine.node, introduction, null);
        Reply.Introduced reply = ask(machine.address, introduce, Reply.Introduced.class);
        if (reply == null) {
            throw new IllegalStateException("the grid does not know machine " + machine.number + " any more");
        }
        machine.node = reply.content().node();
        machine.incarnation = reply.content().incarnation();
        machine.sequence = 0;
        planSign(machine);
        sync(machine);
    }

    private void rise(VirtualMachine machine, Introduction introduction) {
        machine.up = true;
        machine.capacity = introduction.capacity();
        freeSlots += machine.capacity.slots();
        machine.upUntil = course.ends(machine.number, machine.life);
        if (machine.upUntil != Course.NEVER) {
            timeline.at(instant(machine.upUntil), () -> die(machine));
        }
    }

    /** It is there at the begin, and goes on with what it does. */
    private void goOn(VirtualMachine machine, Course.Present present) {
        rise(machine, course.introduction(machine.number, 0));
        machine.node = present.node();
        machine.incarnation = present.incarnation();
        for (LiveRow row : present.live()) {
            Lane lane = machine.lane(row.lane());
            lane.attempts.add(row.attempt());
            holders.add(machine, row.attempt().task());
            if (!lane.running) {
                begin(machine, lane, Duration.between(begin, row.at()).toMillis());
            }
        }
        planSign(machine);
        sync(machine);
    }

    /** A sign of life without news, so that a machine counts among the pool, and up to its end. */
    private void sayStillHere(VirtualMachine machine) {
        ask(machine.address, AgentCalls.stillHere(machine), Reply.Committed.class);
    }

    private void planSign(VirtualMachine machine) {
        int life = machine.life;
        timeline.at(instant(now + WEEK), () -> {
            if (machine.up && machine.life == life) {
                sayStillHere(machine);
                planSign(machine);
            }
        });
    }

    private void die(VirtualMachine machine) {
        for (Lane lane : machine.lanes.values()) {
            if (lane.running && lane.ends == now) {
                // It was just in time, but there is none for more.
                finish(machine, lane, false);
            }
        }
        sayStillHere(machine);
        for (Lane lane : machine.lanes.values()) {
            halt(machine, lane, End.LOST);
            lane.attempts.forEach(attempt -> holders.remove(machine, attempt.task()));
        }
        machine.lanes.clear();
        machine.up = false;
        freeSlots -= machine.capacity.slots();
        machine.life++;
        int life = machine.life;
        timeline.at(instant(now + timeout), () -> {
            if (!machine.up && machine.life == life) {
                tell(new Piece.DropAttempts(machine.id(), KeptText.NODE_SILENT));
            }
        });
        planBoot(machine);
    }

    /** Says what the machine still has, and takes what it is given; without orders the call stays open. */
    private void sync(VirtualMachine machine) {
        Reply.Ordered reply;
        do {
            machine.sequence++;
            machine.calling = true;
            Command.Sync call = AgentCalls.sync(machine);
            witness.called(call.report().holds().size());
            reply = ask(machine.address, call, Reply.Ordered.class);
            if (reply != null) {
                machine.calling = false;
                obey(machine, reply.content());
            }
        } while (reply != null && !reply.content().start().isEmpty() && machine.hasFreeSlot());
    }

    private void obey(VirtualMachine machine, Orders orders) {
        take(machine, orders.start());
        stop(machine, orders.stop().stream().map(AttemptId::task).toList());
    }

    private void take(VirtualMachine machine, List<Start> starts) {
        for (Start start : starts) {
            machine.lane(start.lane()).attempts.add(start.attempt());
            holders.add(machine, start.attempt().task());
        }
        goOn(machine);
    }

    private void goOn(VirtualMachine machine) {
        for (Lane lane : machine.lanes.values()) {
            if (!lane.running && !lane.attempts.isEmpty()) {
                begin(machine, lane, now);
            }
        }
    }

    private void begin(VirtualMachine machine, Lane lane, long at) {
        AttemptId attempt = lane.attempts.element();
        lane.running = true;
        freeSlots--;
        lane.began = at;
        planEnd(machine, lane, course.takes(machine.number, attempt, at));
        witness.started(machine.number, attempt, at);
        planAnew(machine);
    }

    /** What began or ended on a machine may change how long all else there takes. */
    private void planAnew(VirtualMachine machine) {
        for (Lane lane : course.isShared() ? machine.lanes.values() : List.<Lane>of()) {
            if (lane.running) {
                long takes = course.takesByNow(machine.number, lane.attempts.element());
                // Else it is the same, but for rounding.
                if (Math.abs(Math.max(now, lane.began + takes) - lane.ends) > 1) {
                    planEnd(machine, lane, takes);
                }
            }
        }
    }

    private void planEnd(VirtualMachine machine, Lane lane, long takes) {
        lane.run++;
        lane.ends = Math.max(now, lane.began + takes);
        if (lane.ends < machine.upUntil) {
            int run = lane.run;
            timeline.at(instant(lane.ends), () -> {
                if (lane.running && lane.run == run) {
                    finish(machine, lane, true);
                }
            });
        }
    }

    /** What runs is over, for good or ill. */
    private void halt(VirtualMachine machine, Lane lane, End end) {
        if (lane.running) {
            lane.running = false;
            freeSlots++;
            witness.ended(machine.number, lane.attempts.element(), lane.began, now, end);
            planAnew(machine);
        }
    }

    private void finish(VirtualMachine machine, Lane lane, boolean wantsWork) {
        AttemptId attempt = lane.attempts.element();
        Command commit = AgentCalls.success(machine, attempt, now - lane.began, wantsWork);
        Reply.Committed reply = ask(machine.address, commit, Reply.Committed.class);
        if (reply == null) {
            throw new IllegalStateException("the success of " + attempt + " was not answered");
        }
        boolean counts = reply.content().answers().get(0).verdict() == CommitAnswer.Verdict.ACCEPTED;
        halt(machine, lane, counts ? End.USEFUL : End.SUPERFLUOUS);
        lane.attempts.remove();
        holders.remove(machine, attempt.task());
        if (counts) {
            witness.done(attempt, now);
            for (VirtualMachine copy : holders.of(attempt.task())) {
                stop(copy, List.of(attempt.task()));
            }
        }
        if (wantsWork) {
            take(machine, reply.content().start());
            if (!machine.calling && machine.hasFreeSlot()) {
                sync(machine);
            }
        }
    }

    /** The machine drops its attempts of the tasks, says so and goes on with what it gets. */
    private void stop(VirtualMachine machine, List<TaskId> tasks) {
        for (TaskId task : tasks) {
            Lane lane = machine.laneOf(task);
            if (lane != null && lane.attempts.element().task().equals(task)) {
                halt(machine, lane, End.SUPERFLUOUS);
            }
            if (lane != null) {
                lane.attempts.removeIf(attempt -> attempt.task().equals(task));
            }
            holders.remove(machine, task);
        }
        if (!tasks.isEmpty()) {
            sync(machine);
            goOn(machine);
        }
    }

    /** Says something to the grid that needs no answer. */
    public void tell(Command command) {
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
                VirtualMachine machine = machines.get((int) next.address().number());
                machine.calling = false;
                // A reply to a machine that died meanwhile reaches nobody.
                if (machine.up && !next.address().equals(caller)) {
                    obey(machine, ordered.content());
                    if (!ordered.content().start().isEmpty() && machine.hasFreeSlot()) {
                        sync(machine);
                    }
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
