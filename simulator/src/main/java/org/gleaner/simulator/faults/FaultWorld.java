package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.gleaner.core.agent.AgentPolicy;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.Checker;
import org.gleaner.simulator.checker.Ledger;
import org.gleaner.simulator.checker.LedgerJob;
import org.gleaner.simulator.world.Chance;
import org.gleaner.simulator.world.LossyNetwork;

/**
 * One server, some agents and people under virtual time, all in one thread and all from one seed. First a storm in
 * which everything fails; then calm, in which all that can run must come to an end; then someone fixes what is broken,
 * and every task that was not cancelled must be done.
 */
public final class FaultWorld {
    /** What a run is made of beside its seed; tests plant their bugs here. */
    public record Parts(Disk disk, Step.Factory steps, Counter.Factory counters, List<Checker> checkers) {
        public Parts(Disk disk, Step.Factory steps, List<Checker> checkers) {
            this(disk, steps, Counter::real, checkers);
        }
    }

    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration CALM_LIMIT = Duration.ofDays(2);
    /** Longer than any run lasts and than a node waits before it tries again what it could not start. */
    private static final Duration STANDSTILL = Duration.ofHours(1);

    private static final Caller ROOT = new Caller(new Owner("root"), true);
    private static final Duration LAST_WORDS = Duration.ofMinutes(5);

    private final Timeline timeline = new Timeline();
    private final Trace trace = new Trace(timeline);
    private final Observation observation;
    private final Weather weather;
    private final LossyNetwork network;
    private final SimulatedServer server;
    private final List<SimulatedAgent> agents = new ArrayList<>();
    private final List<SimulatedPerson> people = new ArrayList<>();
    private final AgentTrouble trouble;
    private final Line admin;
    private final FairContest contest;

    public FaultWorld(long seed, Parts parts, Coverage coverage) {
        this(seed, parts, coverage, Habits.USUAL);
    }

    /** How often what fails, and for how long agents wait. */
    record Habits(UnaryOperator<FaultMix> mix, AgentPolicy policy) {
        static final Habits USUAL = new Habits(UnaryOperator.identity(), AgentPolicy.DEFAULT);
    }

    /** For tests that want a fault of their choice. */
    FaultWorld(long seed, Parts parts, Coverage coverage, Habits habits) {
        Chance chance = new Chance(seed);
        FaultMix mix = habits.mix().apply(FaultMix.of(chance.split()));
        weather = new Weather(mix);
        observation = new Observation(parts.checkers(), coverage, trace);
        network = new LossyNetwork(timeline, chance.split(), mix.network(), this::count);
        server = new SimulatedServer(timeline, weather, chance.split(), parts, observation);
        Works works = new Works(weather);
        SimulatedAgent.Surroundings around =
                new SimulatedAgent.Surroundings(timeline, weather, works, server, observation, habits.policy());
        admin = new Line(network, server);
        Clogging clogging = new Clogging(around, network, chance.split());
        trouble = new AgentTrouble(around, network, clogging, chance.split());
        for (int i = 0; i < mix.size().agents(); i++) {
            SimulatedAgent agent = new SimulatedAgent(around, new Line(network, server), chance.split(), i);
            agents.add(agent);
            timeline.after(chance.between(Duration.ZERO, Duration.ofSeconds(20)), agent::start);
            trouble.follow(agent);
        }
        Submissions submissions = new Submissions(mix, works, chance.split());
        for (int i = 0; i < mix.size().people(); i++) {
            Caller caller = new Caller(new Owner("user" + i), i == 0);
            people.add(new SimulatedPerson(around, submissions, new Line(network, server), chance.split(), caller));
        }
        contest = new FairContest(works, chance.split());
        new SimulatedSeer(around, chance.split()).start();
        server.start();
    }

    private void count(LossyNetwork.Fate fate, boolean towardsServer) {
        Mark mark = switch (fate) {
            case DROPPED -> towardsServer ? Mark.CALL_DROPPED : Mark.REPLY_DROPPED;
            case CUT -> Mark.CONNECTION_CUT;
            case DUPLICATED -> Mark.MESSAGE_DUPLICATED;
            case LATE -> Mark.MESSAGE_LATE;
            case PARTITIONED -> towardsServer ? Mark.CALL_DROPPED : Mark.REPLY_DROPPED;
        };
        observation.countQuietly(mark);
    }

    /** Runs it to its end and returns the hash of its events; a {@link BrokenRule} says what went wrong. */
    public String run() {
        timeline.runUntil(Timeline.BEGIN.plus(weather.mix().size().safety()));
        heal();
        untilQuiet("after the storm");
        repair();
        untilQuiet("after everything was fixed");
        // What ran on while its node was given up began before the repair and may still have failed.
        lastWords();
        repair();
        untilQuiet("after everything was fixed again");
        checkAllDone();
        ask(Verb.CANCEL);
        untilQuiet("after the rest was cancelled");
        lastWords();
        if (contest.takesPlace()) {
            share();
            untilQuiet("after two owners shared everything");
            lastWords();
        }
        checkEnd();
        return trace.hash();
    }

    /** How many batches the server ran. */
    public long batches() {
        return server.batches();
    }

    public Trace trace() {
        return trace;
    }

    private void heal() {
        observation.note("world", "heals");
        weather.clear();
        network.heal();
        server.heal();
        agents.forEach(SimulatedAgent::thaw);
        agents.forEach(agent -> agent.welcomes(true));
        agents.forEach(SimulatedAgent::start);
        // What was sent during the storm may still arrive.
        timeline.runUntil(timeline.now().plus(weather.mix().network().latest()).plus(LOOK));
        letWork();
    }

    /** Whoever let nodes rest, or everything, lets them work again; and there are licences for each task. */
    private void letWork() {
        tell(new Command.ChangeSetting(ROOT, Setting.HALT.word(), Halt.NONE.word()));
        tell(new Command.ChangeSetting(ROOT, Setting.LICENCES.word(), Submissions.ENOUGH));
        for (NodeId node : List.copyOf(observation.ledger().nodes().keySet())) {
            if (observation.ledger().duty(node) != Duty.FORGOTTEN) {
                tell(new Command.SetDuty(ROOT, node, Duty.WORKING));
            }
        }
    }

    /** Agents that were just stopping end later than the storm, and come back. */
    private void repair() {
        weather.repair();
        sealAll();
        ask(Verb.UNBLOCK);
        ask(Verb.RESUME);
    }

    /** Whoever wanted to bring more tasks has brought them all. */
    private void sealAll() {
        observation.ledger().jobs().forEach((id, job) -> {
            if (!job.closed() && job.spec().isGrowing()) {
                admin.tell((history, blobs) -> new Command.Seal(ROOT, id));
            }
        });
        timeline.runUntil(timeline.now().plus(LOOK));
    }

    /** Someone has fixed everything and let everything go on, so nothing may be left of what fits anywhere. */
    private void checkAllDone() {
        observation.ledger().jobs().forEach((id, job) -> {
            int open = job.spec().tasks() - job.count(TaskState.DONE) - job.count(TaskState.CANCELLED);
            if (open > 0 && canComeToPass(job)) {
                throw new BrokenRule(
                        "liveness", "everything was fixed, but job " + id + " has " + open + " tasks left");
            }
        });
    }

    /** Two owners want all that there is. */
    private void share() {
        observation.count(Mark.SHARED_BY_TWO);
        contest.settings(ROOT).forEach(this::tell);
        int slots = agents.stream().mapToInt(agent -> agent.capacity().slots()).sum();
        contest.submissions(slots).forEach(command -> admin.tell((history, blobs) -> command));
        timeline.runUntil(timeline.now().plus(LOOK));
    }

    private void ask(Verb verb) {
        tell(new Command.ChangeJobs(ROOT, verb, new Selector.Owned(null), List.of(), null));
    }

    private void tell(Command command) {
        admin.tell((history, blobs) -> command);
        timeline.runUntil(timeline.now().plus(LOOK));
    }

    /** Nothing lives, and nothing that could run is waiting; or we say who waits for what. */
    private void untilQuiet(String when) {
        Instant limit = timeline.now().plus(CALM_LIMIT);
        Idleness idleness = new Idleness(observation.ledger());
        long events = trace.events();
        Instant lastEvent = timeline.now();
        while (!isQuiet()) {
            if (trace.events() != events) {
                events = trace.events();
                lastEvent = timeline.now();
            }
            if (timeline.now().isAfter(limit) || timeline.now().isAfter(lastEvent.plus(STANDSTILL))) {
                throw new BrokenRule("liveness", when + " work does not end: " + whoWaits());
            }
            timeline.runUntil(timeline.now().plus(LOOK));
            agents.forEach(SimulatedAgent::start);
            idleness.look(agents, timeline.now());
        }
    }

    /** Agents that could not speak for long get the time to say that they are ready, and hear that it is settled. */
    private void lastWords() {
        Instant limit = timeline.now().plus(LAST_WORDS);
        do {
            agents.forEach(SimulatedAgent::start);
            timeline.runUntil(timeline.now().plus(LOOK));
        } while (timeline.now().isBefore(limit) && !agents.stream().allMatch(SimulatedAgent::isIdle));
    }

    private boolean isQuiet() {
        Ledger ledger = observation.ledger();
        if (ledger.live() > 0 || people.stream().anyMatch(SimulatedPerson::isWaiting)) {
            return false;
        }
        for (LedgerJob job : ledger.jobs().values()) {
            if (!job.closed() && job.count(TaskState.READY) > 0 && fitsSomewhere(job)) {
                return false;
            }
        }
        return true;
    }

    private boolean fitsSomewhere(LedgerJob job) {
        return agents.stream()
                .anyMatch(agent -> agent.isAlive()
                        && agent.fits(job.spec(), observation.ledger().licences()));
    }

    /**
     * Whether it fits somewhere, its time has come by the server's clock, what it takes of others is there, and so for
     * all that it waits for.
     */
    private boolean canComeToPass(LedgerJob job) {
        if (job.spec().turn().isBeforeBegin(server.now().minus(LOOK))) {
            return false;
        }
        for (Predecessor one : job.spec().turn().after()) {
            if (!one.files().isEmpty() && observation.ledger().isWithoutFiles(one.job())) {
                return false;
            }
            LedgerJob first = observation.ledger().job(one.job());
            boolean done =
                    first == null || first.count(TaskState.DONE) == first.spec().tasks();
            if (first != null && !done && !canComeToPass(first)) {
                return false;
            }
        }
        return fitsSomewhere(job);
    }

    private String whoWaits() {
        StringBuilder text = new StringBuilder();
        people.forEach(person -> {
            if (person.isWaiting()) {
                text.append("\n  submissions without an answer: ").append(person.unanswered());
            }
        });
        observation.ledger().jobs().forEach((id, job) -> {
            if (!job.closed() && (job.count(TaskState.READY) > 0 || !job.live().isEmpty())) {
                text.append("\n  job " + id + " needs " + job.spec().needs() + ", ready " + job.count(TaskState.READY)
                        + ", lives " + job.live());
            }
        });
        agents.forEach(
                agent -> text.append("\n  " + agent.leftovers() + (agent.isAlive() ? ", alive as " : ", dead, was ")
                        + agent.disk().knownAs() + " " + agent.capacity()));
        return text.toString();
    }

    private void checkEnd() {
        Ledger ledger = observation.ledger();
        for (LedgerJob job : ledger.jobs().values()) {
            for (int ordinal = 1; ordinal <= job.spec().tasks(); ordinal++) {
                if (!job.stored(ordinal).isFinal()) {
                    throw new BrokenRule(
                            "liveness",
                            "at the end a task is " + job.stored(ordinal) + ": " + job.spec() + " " + ordinal);
                }
            }
        }
        for (SimulatedAgent agent : agents) {
            if (!agent.isIdle()) {
                throw new BrokenRule("liveness", "all work is over, but " + agent.leftovers());
            }
        }
        observation.ended(server.atEnd());
    }
}
