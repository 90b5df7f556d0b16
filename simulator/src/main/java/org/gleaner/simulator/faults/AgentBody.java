package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.gleaner.core.agent.AgentEffect;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.kind.Steps;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.PartialCall;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.world.Chance;
import org.jspecify.annotations.Nullable;

/** The hands of a simulated agent: calls, processes and files, all of which can fail. What runs dies with the agent. */
final class AgentBody {
    private static final Steps<AgentBody, AgentEffect, RuntimeException> EFFECTS = new Steps<
                    AgentBody, AgentEffect, RuntimeException>(AgentEffect.class)
            .on(AgentEffect.Introduce.class, AgentBody::introduce)
            .on(AgentEffect.Sync.class, AgentBody::sync)
            .on(AgentEffect.Commit.class, AgentBody::commit)
            .on(AgentEffect.Upload.class, AgentBody::upload)
            .on(AgentEffect.StartProcess.class, AgentBody::startProcess)
            .on(AgentEffect.SuspendProcess.class, AgentBody::suspendProcess)
            .on(AgentEffect.ResumeProcess.class, AgentBody::resumeProcess)
            // Nothing of a simulated agent waits for tasks.
            .ignore(AgentEffect.ChangeWelcome.class)
            .on(AgentEffect.KillProcess.class, AgentBody::killProcess)
            .on(AgentEffect.KeepResult.class, AgentBody::keepResult)
            .on(AgentEffect.ForgetResult.class, AgentBody::forgetResult)
            .on(AgentEffect.SetTimer.class, AgentBody::setTimer)
            .on(AgentEffect.Exit.class, (body, effect) -> body.exit())
            .complete();

    private static final Duration UPLOAD_LIMIT = Duration.ofSeconds(30);

    private final SimulatedAgent agent;
    private final Timeline timeline;
    private final Weather weather;
    private final Works works;
    private final SimulatedServer server;
    private final Observation seen;
    private final Line line;
    private final Chance chance;
    private final int number;
    private final String name;
    private final AgentDisk disk = new AgentDisk();
    private final TreeMap<AttemptId, Works.Run> processes = new TreeMap<>();
    private final TreeMap<AttemptId, Integer> cores = new TreeMap<>();
    private final TreeMap<AttemptId, AttemptReport> beingKept = new TreeMap<>();
    private final TreeSet<AttemptId> suspended = new TreeSet<>();
    private final TreeMap<AttemptId, Works.Run> overdue = new TreeMap<>();
    private @Nullable Introduced introducedAs;
    /** The latest introduction: the answer to an earlier one may name another node and must not be taken. */
    private long introduction;

    /** Of its latest sync. */
    private long sequence;

    private long timers;
    private long started;

    AgentBody(SimulatedAgent agent, SimulatedAgent.Surroundings around, Line line, Chance chance, int number) {
        this.agent = agent;
        timeline = around.timeline();
        weather = around.weather();
        works = around.works();
        server = around.server();
        seen = around.seen();
        this.line = line;
        this.chance = chance;
        this.number = number;
        name = "agent" + number;
    }

    String name() {
        return name;
    }

    AgentDisk disk() {
        return disk;
    }

    @Nullable
    Introduced introducedAs() {
        return introducedAs;
    }

    long sequence() {
        return sequence;
    }

    long started() {
        return started;
    }

    boolean isIdle() {
        return processes.isEmpty() && beingKept.isEmpty() && disk.results().isEmpty();
    }

    /** Whether no process runs, whatever results are still kept. */
    boolean isQuiet() {
        return processes.isEmpty();
    }

    String leftovers() {
        return name + " still runs " + processes.keySet() + " and keeps "
                + disk.results().keySet();
    }

    /** The process ends; with the power all that was not synced goes, too. */
    void die(boolean power) {
        // What was being written is there as a whole, or is found damaged and dropped.
        beingKept.values().forEach(report -> {
            boolean whole = chance.happens(0.5);
            seen.count(whole ? Mark.RESULT_KEPT_UNSAID : Mark.RESULT_TORN);
            if (whole) {
                disk.keep(report);
            }
        });
        if (power && disk.powerFails(chance)) {
            seen.count(Mark.RESULT_CAME_BACK);
        }
        processes.clear();
        suspended.clear();
        overdue.clear();
        beingKept.clear();
    }

    private void later(Duration delay, AgentInput input) {
        timeline.after(delay, agent.inThisLife(() -> agent.on(input)));
    }

    private Duration moment() {
        return Duration.ofMillis(chance.between(1, 20));
    }

    private boolean fails(double probability) {
        return weather.stormy() && chance.happens(probability);
    }

    /** @param understood what an answer of the right kind means; null of any other */
    private void call(long call, RoutedCall request, Function<Reply, @Nullable AgentInput> understood) {
        int mine = agent.life();
        Consumer<Reply> answer = reply -> {
            AgentInput input = understood.apply(reply);
            agent.on(input == null ? refusal(call, reply) : input);
        };
        line.ask(
                request,
                reply -> agent.inLife(mine, () -> answer.accept(reply)).run(),
                agent.inThisLife(() -> agent.on(new AgentInput.CallFailed(call, null))));
    }

    private static AgentInput refusal(long call, Reply reply) {
        return reply instanceof Reply.Refused refused
                ? new AgentInput.CallRefused(call, refused.why().code())
                : new AgentInput.CallFailed(call, reply instanceof Reply.Unavailable ? Duration.ofSeconds(1) : null);
    }

    void execute(AgentEffect effect) {
        EFFECTS.take(this, effect);
    }

    private void introduce(AgentEffect.Introduce effect) {
        introduction = effect.call();
        NodeId known = effect.asNew() ? null : disk.knownAs();
        TokenHash token = known == null ? freshToken() : null;
        String life = name + "-" + agent.life();
        RoutedCall request = (history, blobs) -> new Command.Introduce(known, effect.introduction(), token, null, life);
        call(effect.call(), request, reply -> {
            if (!(reply instanceof Reply.Introduced introduced) || introduction != effect.call()) {
                return null;
            }
            disk.know(introduced.content().node());
            introducedAs = introduced.content();
            return new AgentInput.Introduced(effect.call(), introduced.content());
        });
    }

    private void sync(AgentEffect.Sync effect) {
        NodeId node = node();
        sequence = effect.report().sequence();
        RoutedCall request = (history, blobs) -> new Command.Sync(node, effect.report());
        call(
                effect.call(),
                request,
                reply -> reply instanceof Reply.Ordered ordered
                        ? new AgentInput.OrdersArrived(effect.call(), ordered.content())
                        : null);
    }

    private void commit(AgentEffect.Commit effect) {
        call(
                effect.call(),
                commit(node(), effect.content()),
                reply -> reply instanceof Reply.Committed committed
                        ? new AgentInput.CommitAnswered(effect.call(), committed.content())
                        : null);
    }

    static RoutedCall commit(NodeId node, CommitCall call) {
        return (history, blobs) -> new Command.Commit(
                node, call, blobs.missing(call.reports().stream().flatMap(report -> report.blobs().stream())));
    }

    TokenHash freshToken() {
        return new TokenHash(works.freshBlob().hex());
    }

    private NodeId node() {
        NodeId node = disk.knownAs();
        if (node == null) {
            throw new BrokenRule("agent", name + " speaks before it was introduced");
        }
        return node;
    }

    private void upload(AgentEffect.Upload effect) {
        AttemptId attempt = effect.attempt();
        AgentInput failed = new AgentInput.UploadFailed(attempt, effect.hash(), null);
        if (!disk.results().containsKey(attempt)) {
            later(moment(), new AgentInput.UploadImpossible(attempt, "the file is gone"));
            return;
        }
        if (fails(weather.mix().work().upload())) {
            boolean forGood = chance.happens(0.1);
            seen.count(forGood ? Mark.UPLOAD_IMPOSSIBLE : Mark.UPLOAD_FAILED);
            later(moment(), forGood ? new AgentInput.UploadImpossible(attempt, "too large") : failed);
            return;
        }
        Once once = new Once();
        Runnable fail = agent.inThisLife(once.of(() -> agent.on(failed)));
        Runnable done = agent.inThisLife(once.of(() -> {
            if (fails(weather.mix().work().blob())) {
                seen.count(Mark.BLOB_LOST);
                server.sweep(List.of(effect.hash()));
            }
            agent.on(new AgentInput.BlobUploaded(attempt, effect.hash()));
        }));
        line.upload(effect.hash(), done, fail);
        timeline.after(UPLOAD_LIMIT, fail);
    }

    private void startProcess(AgentEffect.StartProcess effect) {
        AttemptId attempt = effect.start().attempt();
        // Whether this machine lacks what the type needs is a property of both.
        boolean cannot = Math.floorMod(effect.start().spec().type().hashCode() * 31 + number * 17, 100)
                < weather.mix().work().unstartable() * 100;
        started++;
        if (effect.start().resumed()) {
            seen.count(Mark.RESUMED);
        }
        Works.Run run = works.run(effect.start(), cannot, chance);
        if (processes.put(attempt, run) != null) {
            throw new BrokenRule("agent", name + " started " + attempt + " twice");
        }
        if (slotsUsed(effect) > agent.capacity().slots()) {
            throw new BrokenRule("agent", name + " runs more than it has slots for: " + processes.keySet());
        }
        cores.put(attempt, effect.start().spec().needs().cores());
        timeline.after(run.lasts().dividedBy(2), agent.inThisLife(() -> sendPartial(attempt)));
        timeline.after(run.lasts(), agent.inThisLife(() -> end(attempt, run)));
    }

    /** A suspended process makes no progress; what is left of it is a moment. */
    private void end(AttemptId attempt, Works.Run run) {
        if (suspended.contains(attempt) && run.equals(processes.get(attempt))) {
            overdue.put(attempt, run);
        } else if (processes.remove(attempt, run)) {
            agent.on(new AgentInput.AttemptFinished(run.report()));
        }
    }

    private void suspendProcess(AgentEffect.SuspendProcess effect) {
        if (processes.containsKey(effect.attempt())) {
            seen.count(Mark.SUSPENDED);
            suspended.add(effect.attempt());
        }
    }

    private void resumeProcess(AgentEffect.ResumeProcess effect) {
        suspended.remove(effect.attempt());
        Works.Run run = overdue.remove(effect.attempt());
        if (run != null) {
            timeline.after(moment(), agent.inThisLife(() -> end(effect.attempt(), run)));
        }
    }

    /** What a long run wrote so far; it may overtake the result, be lost or come twice, and nobody sends it again. */
    private void sendPartial(AttemptId attempt) {
        Introduced as = introducedAs;
        if (as == null || !processes.containsKey(attempt)) {
            return;
        }
        agent.on(new AgentInput.UsageSampled(attempt, Duration.ofSeconds(1), new MemorySize(chance.between(1, 1000))));
        // Each renames what the one before it left.
        boolean even = attempt.number() % 2 == 0;
        ResultFile file = works.file(even ? "partial.2" : "partial", attempt, chance);
        List<String> gone = List.of(even ? "partial" : "partial.2");
        PartialCall call = new PartialCall(as.incarnation(), attempt, List.of(file), gone);
        Runnable send = () -> line.ask(
                (history, blobs) -> new Command.KeepPartial(as.node(), call, blobs.missing(call.blobs().stream())),
                reply -> {
                    if (reply instanceof Reply.PartialTaken taken) {
                        seen.count(taken.content().kept() ? Mark.PARTIAL_KEPT : Mark.PARTIAL_TOO_LATE);
                    }
                },
                () -> {});
        if (file.inline() == null) {
            line.upload(file.hash(), send, () -> {});
        } else {
            send.run();
        }
    }

    private int slotsUsed(AgentEffect.StartProcess effect) {
        cores.keySet().retainAll(processes.keySet());
        return cores.values().stream().mapToInt(Integer::intValue).sum()
                + effect.start().spec().needs().cores();
    }

    private void killProcess(AgentEffect.KillProcess effect) {
        Works.Run run = processes.get(effect.attempt());
        Duration grace = chance.happens(0.3) ? effect.grace() : moment();
        timeline.after(grace, agent.inThisLife(() -> {
            if (run != null && processes.remove(effect.attempt(), run)) {
                seen.count(suspended.remove(effect.attempt()) ? Mark.SUSPENDED_KILLED : Mark.PROCESS_KILLED);
                overdue.remove(effect.attempt());
                agent.on(new AgentInput.AttemptFinished(AttemptReport.bare(
                        effect.attempt(),
                        Outcome.STOPPED,
                        "killed, was " + run.report().outcome())));
            }
        }));
    }

    private void keepResult(AgentEffect.KeepResult effect) {
        AttemptId attempt = effect.report().attempt();
        if (fails(weather.mix().work().notKept())) {
            seen.count(Mark.RESULT_NOT_KEPT);
            later(moment(), new AgentInput.ResultNotKept(attempt, Outcome.RETURNED, "the disk is full"));
            return;
        }
        beingKept.put(attempt, effect.report());
        Duration syncing = chance.happens(0.3) ? Duration.ofMillis(chance.between(100, 5000)) : moment();
        timeline.after(syncing, agent.inThisLife(() -> {
            if (beingKept.remove(attempt, effect.report())) {
                disk.keep(effect.report());
                agent.on(new AgentInput.ResultKept(attempt));
            }
        }));
    }

    private void forgetResult(AgentEffect.ForgetResult effect) {
        beingKept.remove(effect.attempt());
        disk.forget(effect.attempt());
    }

    private void setTimer(AgentEffect.SetTimer effect) {
        long mine = ++timers;
        timeline.at(agent.clock().whenItShows(effect.at()), agent.inThisLife(() -> {
            if (timers == mine) {
                agent.on(new AgentInput.TimerFired());
            }
        }));
    }

    private void exit() {
        seen.note(name, "exits");
        agent.exit();
    }
}
