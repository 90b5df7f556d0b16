package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gleaner.core.agent.AgentEffect;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.agent.AgentLogic;
import org.gleaner.core.agent.AgentPolicy;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Demand;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.node.ProcessorUse;
import org.gleaner.core.observer.Stay;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.VirtualClock;
import org.jspecify.annotations.Nullable;

/** An agent in the simulated world: the real {@link AgentLogic}, alive, frozen or dead, and what came of its orders. */
final class SimulatedAgent {
    private static final Duration FINDING = Duration.ofMillis(700);
    private static final long MEMORY_PER_SLOT = 1000;
    /** So long that the true one has spoken in between. */
    private static final Duration TWIN_PAUSE = Duration.ofSeconds(8);

    private static final int TWIN_RETURNS = 4;

    /** What all agents of a world share. */
    record Surroundings(
            Timeline timeline,
            Weather weather,
            Works works,
            SimulatedServer server,
            Observation seen,
            AgentPolicy policy) {}

    private final Timeline timeline;
    private final Observation seen;
    private final Line line;
    private final Chance chance;
    private final VirtualClock clock;
    private final AgentBody body;
    private final NodeFacts facts;
    private final AgentPolicy policy;
    private Capacity capacity;

    private @Nullable AgentLogic logic;
    private int life;
    /** Numbers the stays of this machine: one ends only as the world ends it. */
    private int stays;

    private Stay stay = Stay.UNKNOWN;
    private Instant began = Instant.MIN;
    private boolean updating;
    private boolean stopped;

    private Instant frozenUntil = Instant.MIN;
    private final ArrayDeque<AgentInput> inputs = new ArrayDeque<>();
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean thinking;

    SimulatedAgent(Surroundings around, Line line, Chance chance, int number) {
        timeline = around.timeline();
        seen = around.seen();
        policy = around.policy();
        this.line = line;
        this.chance = chance;
        clock = new VirtualClock(timeline, chance.between(-500.0, 500.0));
        clock.jump(Duration.ofSeconds(chance.between(-100_000, 100_000)));
        body = new AgentBody(this, around, line, chance, number);
        facts = facts(body.name(), number);
        int slots = chance.between(1, 4);
        capacity = new Capacity(slots, new MemorySize(slots * MEMORY_PER_SLOT));
    }

    Line line() {
        return line;
    }

    Capacity capacity() {
        return capacity;
    }

    /** Every second one has a tag and two cards, every third a young Python; all but every third share a directory. */
    private static NodeFacts facts(String name, int number) {
        List<String> tags = new ArrayList<>(number % 2 == 0 ? List.of("gpu") : List.of());
        if (number % 3 != 2) {
            tags.add(Match.MOUNT + Submissions.SHARED);
        }
        Abilities abilities = new Abilities(
                List.of(new RuntimeVersion("python", number % 3 == 0 ? "3.11" : "3.8")),
                tags,
                List.of(),
                List.of(),
                Amounts.parse(number % 2 == 0 ? List.of("gpu=2") : List.of()));
        return new NodeFacts(name, "linux", "x64", 8, Duration.ofMillis(300), "1", abilities);
    }

    /** Whether it could run tasks of this job when it has nothing else to do. */
    boolean fits(JobSpec spec, Amounts licences) {
        NodeId known = disk().knownAs();
        NodeId id = known == null ? new NodeId(Long.MAX_VALUE) : known;
        return Match.mismatches(spec.type(), Demand.of(spec), facts, capacity).isEmpty()
                && Match.isMeant(spec.needs().platform().machines(), id, facts, 1, word -> false)
                && Match.unprovided(spec.needs().uses(), licences, facts).isEmpty();
    }

    boolean isAlive() {
        return logic != null;
    }

    /** How many processes it ever started. */
    long started() {
        return body.started();
    }

    AgentDisk disk() {
        return body.disk();
    }

    int life() {
        return life;
    }

    VirtualClock clock() {
        return clock;
    }

    /** Whether nothing of any attempt is left on this machine. */
    boolean isIdle() {
        return body.isIdle();
    }

    String leftovers() {
        return body.leftovers();
    }

    void start() {
        if (logic == null) {
            life++;
            logic = new AgentLogic(policy);
            Stay handed = body.disk().handedOver();
            stay = handed == null ? new Stay(body.name() + "-" + ++stays, Duration.ZERO) : handed;
            began = clock.now();
            if (life > 1) {
                seen.count(body.disk().results().isEmpty() ? Mark.AGENT_RETURN : Mark.AGENT_RETURN_WITH_RESULTS);
            }
            Abilities abilities = facts.abilities();
            on(new AgentInput.Started(
                    facts.with(abilities.withRuntimes(List.of())),
                    capacity,
                    List.copyOf(body.disk().results().values()),
                    body.disk().knownAs(),
                    stay));
            // What runs on the machine is found out while the first work may be on its way.
            List<RuntimeVersion> runtimes = new ArrayList<>(abilities.runtimes());
            runtimes.add(new RuntimeVersion("life", "3." + life));
            NodeFacts found = facts.with(abilities.withRuntimes(runtimes));
            timeline.after(FINDING, inThisLife(() -> on(new AgentInput.FactsFound(found))));
        }
    }

    /** What ran is lost, what was on disk is not; but if the power failed, what was not synced. */
    void die(boolean power) {
        logic = null;
        life++;
        updating = false;
        stopped = false;
        body.die(power);
        heldBack.clear();
        frozenUntil = Instant.MIN;
    }

    void stop() {
        updating = false;
        stopped = true;
        on(new AgentInput.StopRequested());
    }

    /** Ends, if nothing runs, so that a newer program can take its place. */
    boolean update() {
        updating = !stopped && body.isQuiet();
        if (updating) {
            on(new AgentInput.StopRequested());
        }
        return updating;
    }

    /** The process ends by itself. */
    void exit() {
        if (updating) {
            body.disk().handOver(stay.later(Duration.between(began, clock.now())));
        }
        die(false);
    }

    void wipe() {
        seen.count(Mark.AGENT_RETURN_WIPED);
        body.disk().wipe();
    }

    /** The directory comes from another server's agent. */
    void misplace() {
        seen.count(Mark.AGENT_RETURN_FOREIGN);
        body.disk().wipe();
        body.disk().know(new NodeId(1000));
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
        on(new AgentInput.OfferChanged(
                new Capacity(offered, new MemorySize(offered * MEMORY_PER_SLOT)), new ProcessorUse(0.5, 0.25)));
    }

    /** Somebody sits down at the machine, or leaves it. */
    void welcomes(boolean tasks) {
        on(new AgentInput.WelcomeChanged(tasks));
    }

    /** What somebody else says in this agent's name; nothing before it has one. */
    void lie(Function<Lies, Command> lie) {
        lie(lie, reply -> {});
    }

    private void lie(Function<Lies, Command> lie, Consumer<Reply> answer) {
        Introduced as = body.introducedAs();
        if (as != null) {
            Introduction introduction = new Introduction(facts, capacity, List.of(), stay);
            Command command = lie.apply(new Lies(as, body.sequence(), introduction, chance));
            line.ask((history, blobs) -> command, answer, () -> {});
        }
    }

    /** A second one starts with a copy of its directory, says that it has these and brings the results it found. */
    void twin(List<AttemptId> attempts) {
        twin(attempts, chance.between(0, TWIN_RETURNS));
    }

    /** @param returns how often it comes back after this one has taken its name again */
    private void twin(List<AttemptId> attempts, int returns) {
        List<AttemptReport> copied = body.disk().copied();
        lie(lies -> lies.twin(attempts), reply -> {
            if (reply instanceof Reply.Introduced introduced && !copied.isEmpty()) {
                seen.count(Mark.TWIN_BRINGS_RESULTS);
                CommitCall call = new CommitCall(introduced.content().incarnation(), copied, false);
                line.tell(AgentBody.commit(introduced.content().node(), call));
            }
            if (reply instanceof Reply.Introduced && returns > 0) {
                timeline.after(TWIN_PAUSE, () -> twin(attempts, returns - 1));
            } else if (reply instanceof Reply.Refused refused
                    && refused.why() instanceof Rejection.DuplicateIdentity same) {
                TokenHash token = body.freshToken();
                lie(lies -> lies.copyOf(same.node(), token));
            }
        });
    }

    void on(AgentInput input) {
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
                throw new BrokenRule("agent", body.name() + " failed over " + next, e);
            }
            for (AgentEffect effect : effects) {
                if (!(effect instanceof AgentEffect.SetTimer)) {
                    seen.note(body.name(), effect);
                }
                body.execute(effect);
            }
        }
        thinking = false;
    }

    /** Does it only if this life still lasts, and not while frozen. */
    Runnable inThisLife(Runnable action) {
        return inLife(life, action);
    }

    Runnable inLife(int mine, Runnable action) {
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
}
