package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.gleaner.core.agent.AgentEffect;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.agent.AgentLogic;
import org.gleaner.core.agent.AgentPolicy;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.simulator.checker.Violation;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.Timeline;
import org.gleaner.simulator.world.VirtualClock;
import org.jspecify.annotations.Nullable;

/** An agent's body in the simulated world: it executes what the real {@link AgentLogic} wants done, or dies over it. */
final class SimulatedAgent {
    private static final Duration UPLOAD_LIMIT = Duration.ofSeconds(30);
    private static final long MEMORY_PER_SLOT = 1000;

    /** What all agents of a world share. */
    record Surroundings(Timeline timeline, Weather weather, Works works, SimulatedServer server, Observation seen) {}

    private final Timeline timeline;
    private final Weather weather;
    private final Works works;
    private final SimulatedServer server;
    private final Observation seen;
    private final Line line;
    private final Chance chance;
    private final int number;
    private final VirtualClock clock;
    private final AgentDisk disk = new AgentDisk();
    private final String name;
    private Capacity capacity;

    private @Nullable AgentLogic logic;
    private int life;
    private long timers;
    private long started;
    /** The latest introduction: the answer to an earlier one may name another node and must not be taken. */
    private long introduction;

    private Instant frozenUntil = Instant.MIN;
    private final TreeMap<AttemptId, Works.Run> processes = new TreeMap<>();
    private final TreeMap<AttemptId, AttemptReport> beingKept = new TreeMap<>();
    private final ArrayDeque<AgentInput> inputs = new ArrayDeque<>();
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean thinking;
    private @Nullable Introduced introducedAs;

    SimulatedAgent(Surroundings around, Line line, Chance chance, int number) {
        timeline = around.timeline();
        weather = around.weather();
        works = around.works();
        server = around.server();
        seen = around.seen();
        this.line = line;
        this.chance = chance;
        this.number = number;
        name = "agent" + number;
        clock = new VirtualClock(timeline, chance.between(-500.0, 500.0));
        clock.jump(Duration.ofSeconds(chance.between(-100_000, 100_000)));
        int slots = chance.between(1, 4);
        capacity = new Capacity(slots, new MemorySize(slots * MEMORY_PER_SLOT));
    }

    Line line() {
        return line;
    }

    Capacity capacity() {
        return capacity;
    }

    boolean isAlive() {
        return logic != null;
    }

    /** How many processes it ever started. */
    long started() {
        return started;
    }

    AgentDisk disk() {
        return disk;
    }

    /** Whether nothing of any attempt is left on this machine. */
    boolean isIdle() {
        return processes.isEmpty() && beingKept.isEmpty() && disk.results().isEmpty();
    }

    String leftovers() {
        return name + " still runs " + processes.keySet() + " and keeps "
                + disk.results().keySet();
    }

    void start() {
        if (logic == null) {
            life++;
            logic = new AgentLogic(AgentPolicy.DEFAULT);
            if (life > 1) {
                seen.count(disk.results().isEmpty() ? Mark.AGENT_RETURN : Mark.AGENT_RETURN_WITH_RESULTS);
            }
            NodeFacts facts = new NodeFacts(name, "linux", "x64", 8, Duration.ofMillis(300), "1");
            on(new AgentInput.Started(
                    facts, capacity, List.copyOf(disk.results().values()), disk.knownAs()));
        }
    }

    /** The power fails: what ran is lost, what was on disk is not. */
    void die() {
        logic = null;
        life++;
        processes.clear();
        beingKept.clear();
        heldBack.clear();
        frozenUntil = Instant.MIN;
    }

    void stop() {
        on(new AgentInput.StopRequested());
    }

    void wipe() {
        seen.count(Mark.AGENT_RETURN_WIPED);
        disk.wipe();
    }

    /** The directory comes from another server's agent. */
    void misplace() {
        seen.count(Mark.AGENT_RETURN_FOREIGN);
        disk.wipe();
        disk.know(new NodeId(1000));
    }

    void shrink() {
        if (capacity.slots() > 1) {
            seen.count(Mark.AGENT_RETURN_SMALLER);
            int slots = capacity.slots() - 1;
            capacity = new Capacity(slots, new MemorySize(slots * MEMORY_PER_SLOT));
        }
    }

    /** Nothing happens here for a while, as when a lid is closed. */
    void freeze(Duration span) {
        Instant end = timeline.now().plus(span);
        frozenUntil = end;
        timeline.at(end, () -> {
            if (frozenUntil.equals(end)) {
                thaw();
            }
        });
    }

    /** All that should have happened happens now. */
    void thaw() {
        frozenUntil = Instant.MIN;
        heldBack.forEach(action -> timeline.after(Duration.ZERO, action));
        heldBack.clear();
    }

    void jumpClock(Duration by) {
        clock.jump(by);
    }

    void offer(int slots) {
        int offered = Math.min(slots, capacity.slots());
        on(new AgentInput.OfferChanged(new Capacity(offered, new MemorySize(offered * MEMORY_PER_SLOT)), 0.5));
    }

    /** Commits something that its logic knows nothing of. */
    void claim(AttemptId attempt) {
        Introduced as = introducedAs;
        if (as != null) {
            AttemptReport report = AttemptReport.bare(attempt, Outcome.DONE, "so it says");
            CommitCall call = new CommitCall(as.incarnation(), List.of(report), false);
            line.ask((history, blobs) -> new Command.Commit(as.node(), call, List.of()), reply -> {}, () -> {});
        }
    }

    private void on(AgentInput input) {
        inputs.add(input);
        if (thinking) {
            return;
        }
        thinking = true;
        while (!inputs.isEmpty()) {
            AgentInput next = inputs.remove();
            AgentLogic current = logic;
            if (current == null) {
                continue;
            }
            List<AgentEffect> effects;
            try {
                effects = current.on(next, clock.now(), chance.generator());
            } catch (RuntimeException e) {
                throw new Violation("agent", name + " failed over " + next, e);
            }
            Body body = new Body();
            for (AgentEffect effect : effects) {
                if (!(effect instanceof AgentEffect.SetTimer)) {
                    seen.note(name, effect);
                }
                effect.accept(body);
            }
        }
        thinking = false;
    }

    /** Does it only if this life still lasts, and not while frozen. */
    private Runnable inThisLife(Runnable action) {
        return inLife(life, action);
    }

    private Runnable inLife(int mine, Runnable action) {
        return new Runnable() {
            @Override
            public void run() {
                if (life != mine || logic == null) {
                    return;
                }
                if (frozenUntil.isAfter(timeline.now())) {
                    heldBack.add(this);
                } else {
                    action.run();
                }
            }
        };
    }

    private void later(Duration delay, AgentInput input) {
        timeline.after(delay, inThisLife(() -> on(input)));
    }

    private Duration moment() {
        return Duration.ofMillis(chance.between(1, 20));
    }

    private boolean fails(double probability) {
        return weather.stormy() && chance.happens(probability);
    }

    private Outcome howItEnded(Works.Run run) {
        return run.report().outcome();
    }

    /** Executes effects. */
    private final class Body implements AgentEffect.Visitor<Void> {
        private void call(long call, Request request, LongFunction<Consumer<Reply>> answers) {
            Consumer<Reply> answer = answers.apply(call);
            int mine = life;
            line.ask(
                    request,
                    reply -> inLife(mine, () -> answer.accept(reply)).run(),
                    inThisLife(() -> on(new AgentInput.CallFailed(call, null))));
        }

        private void refusal(long call, Reply reply) {
            if (reply instanceof Reply.Refused refused) {
                on(new AgentInput.CallRefused(call, refused.why().code()));
            } else if (reply instanceof Reply.Unavailable) {
                on(new AgentInput.CallFailed(call, Duration.ofSeconds(1)));
            } else {
                on(new AgentInput.CallFailed(call, null));
            }
        }

        @Override
        public Void introduce(AgentEffect.Introduce effect) {
            introduction = effect.call();
            NodeId known = effect.asNew() ? null : disk.knownAs();
            TokenHash token = known == null ? new TokenHash(works.freshBlob().hex()) : null;
            Request request = (history, blobs) -> new Command.Introduce(known, effect.introduction(), token);
            call(effect.call(), request, call -> reply -> {
                if (reply instanceof Reply.Introduced introduced && introduction == call) {
                    disk.know(introduced.content().node());
                    introducedAs = introduced.content();
                    on(new AgentInput.Introduced(call, introduced.content()));
                } else {
                    refusal(call, reply);
                }
            });
            return nothing();
        }

        @Override
        public Void sync(AgentEffect.Sync effect) {
            NodeId node = node();
            call(effect.call(), (history, blobs) -> new Command.Sync(node, effect.report()), call -> reply -> {
                if (reply instanceof Reply.Ordered ordered) {
                    on(new AgentInput.OrdersArrived(call, ordered.content()));
                } else {
                    refusal(call, reply);
                }
            });
            return nothing();
        }

        @Override
        public Void commit(AgentEffect.Commit effect) {
            NodeId node = node();
            Request request = (history, blobs) -> new Command.Commit(
                    node,
                    effect.content(),
                    blobs.missing(effect.content().reports().stream().flatMap(report -> report.blobs().stream())));
            call(effect.call(), request, call -> reply -> {
                if (reply instanceof Reply.Committed committed) {
                    on(new AgentInput.CommitAnswered(call, committed.content()));
                } else {
                    refusal(call, reply);
                }
            });
            return nothing();
        }

        private NodeId node() {
            NodeId node = disk.knownAs();
            if (node == null) {
                throw new Violation("agent", name + " speaks before it was introduced");
            }
            return node;
        }

        @Override
        public Void upload(AgentEffect.Upload effect) {
            AttemptId attempt = effect.attempt();
            AgentInput failed = new AgentInput.UploadFailed(attempt, effect.hash(), null);
            boolean[] over = new boolean[1];
            if (!disk.results().containsKey(attempt)) {
                later(moment(), new AgentInput.UploadImpossible(attempt, "the file is gone"));
                return nothing();
            }
            if (fails(weather.mix().work().upload())) {
                boolean forGood = chance.happens(0.1);
                seen.count(forGood ? Mark.UPLOAD_IMPOSSIBLE : Mark.UPLOAD_FAILED);
                later(moment(), forGood ? new AgentInput.UploadImpossible(attempt, "too large") : failed);
                return nothing();
            }
            Runnable fail = inThisLife(() -> {
                if (!over[0]) {
                    over[0] = true;
                    on(failed);
                }
            });
            Runnable done = inThisLife(() -> {
                if (!over[0]) {
                    over[0] = true;
                    if (fails(weather.mix().work().blob())) {
                        seen.count(Mark.BLOB_LOST);
                        server.lose(effect.hash());
                    }
                    on(new AgentInput.BlobUploaded(attempt, effect.hash()));
                }
            });
            line.upload(effect.hash(), done, fail);
            timeline.after(UPLOAD_LIMIT, fail);
            return nothing();
        }

        @Override
        public Void startProcess(AgentEffect.StartProcess effect) {
            AttemptId attempt = effect.start().attempt();
            // Whether this machine lacks what the type needs is a property of both.
            boolean cannot = Math.floorMod(effect.start().spec().type().hashCode() * 31 + number * 17, 100)
                    < weather.mix().work().unstartable() * 100;
            started++;
            Works.Run run = works.run(effect.start(), cannot, chance);
            if (processes.put(attempt, run) != null) {
                throw new Violation("agent", name + " started " + attempt + " twice");
            }
            if (slotsUsed(effect) > capacity.slots()) {
                throw new Violation("agent", name + " runs more than it has slots for: " + processes.keySet());
            }
            cores.put(attempt, effect.start().spec().needs().cores());
            timeline.after(run.lasts(), inThisLife(() -> {
                if (processes.remove(attempt, run)) {
                    on(new AgentInput.AttemptFinished(run.report()));
                }
            }));
            return nothing();
        }

        private int slotsUsed(AgentEffect.StartProcess effect) {
            cores.keySet().retainAll(processes.keySet());
            return cores.values().stream().mapToInt(Integer::intValue).sum()
                    + effect.start().spec().needs().cores();
        }

        @Override
        public Void killProcess(AgentEffect.KillProcess effect) {
            Works.Run run = processes.get(effect.attempt());
            Duration grace = chance.happens(0.3) ? effect.grace() : moment();
            timeline.after(grace, inThisLife(() -> {
                if (run != null && processes.remove(effect.attempt(), run)) {
                    seen.count(Mark.PROCESS_KILLED);
                    on(new AgentInput.AttemptFinished(
                            AttemptReport.bare(effect.attempt(), Outcome.STOPPED, "killed, was " + howItEnded(run))));
                }
            }));
            return nothing();
        }

        @Override
        public Void keepResult(AgentEffect.KeepResult effect) {
            AttemptId attempt = effect.report().attempt();
            if (fails(weather.mix().work().notKept())) {
                seen.count(Mark.RESULT_NOT_KEPT);
                later(moment(), new AgentInput.ResultNotKept(attempt, "the disk is full"));
                return nothing();
            }
            beingKept.put(attempt, effect.report());
            timeline.after(moment(), inThisLife(() -> {
                if (beingKept.remove(attempt, effect.report())) {
                    disk.results().put(attempt, effect.report());
                    on(new AgentInput.ResultKept(attempt));
                }
            }));
            return nothing();
        }

        @Override
        public Void forgetResult(AgentEffect.ForgetResult effect) {
            beingKept.remove(effect.attempt());
            disk.results().remove(effect.attempt());
            return nothing();
        }

        @Override
        public Void setTimer(AgentEffect.SetTimer effect) {
            long mine = ++timers;
            timeline.at(clock.whenItShows(effect.at()), inThisLife(() -> {
                if (timers == mine) {
                    on(new AgentInput.TimerFired());
                }
            }));
            return nothing();
        }

        @Override
        public Void exit(AgentEffect.Exit effect) {
            seen.note(name, "exits");
            die();
            return nothing();
        }
    }

    private final TreeMap<AttemptId, Integer> cores = new TreeMap<>();

    @SuppressWarnings("NullAway") // The visitor's result is nobody's business, and Void has no other value.
    private static Void nothing() {
        return null;
    }
}
