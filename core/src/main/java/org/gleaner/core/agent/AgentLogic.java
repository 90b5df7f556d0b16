package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gleaner.core.agent.OpenCalls.Kind;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.kind.Steps;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.ProcessorUse;
import org.jspecify.annotations.Nullable;

/**
 * All behaviour of an agent: what it says to its server, what it runs, kills, keeps and forgets. It reads no clock and
 * does nothing itself; the same code runs in the agent's program and in the simulation.
 *
 * <ul>
 *   <li>Once introduced, one sync is outstanding, whether there are free slots or not; only the newest one's reply
 *       counts. At most one commit is outstanding.
 *   <li>A call that is not answered in time counts as failed; calls share growing, jittered pauses.
 *   <li>If the server does not know this incarnation, the agent introduces itself again with all it holds, and what
 *       runs goes on.
 *   <li>A result is on disk before it is committed, and stays until its commit is answered for good.
 * </ul>
 *
 * Confined to one thread.
 */
public final class AgentLogic {
    public static final String STALE_INCARNATION = "stale-incarnation";
    public static final String UNKNOWN_NODE = "unknown-node";
    public static final String UNAUTHENTICATED = "unauthenticated";

    private static final Duration LAST_CALL_LIMIT = Duration.ofSeconds(1);

    private static final Steps<Turn, AgentInput, RuntimeException> INPUTS = new Steps<
                    Turn, AgentInput, RuntimeException>(AgentInput.class)
            .on(AgentInput.Started.class, Turn::started)
            .on(AgentInput.Introduced.class, Turn::introduced)
            .on(AgentInput.OrdersArrived.class, Turn::ordersArrived)
            .on(AgentInput.CommitAnswered.class, Turn::commitAnswered)
            .on(AgentInput.CallRefused.class, Turn::callRefused)
            .on(AgentInput.CallFailed.class, Turn::callFailed)
            .on(AgentInput.BlobUploaded.class, Turn::blobUploaded)
            .on(AgentInput.UploadFailed.class, Turn::uploadFailed)
            .on(AgentInput.UploadImpossible.class, Turn::uploadImpossible)
            .on(AgentInput.AttemptFinished.class, Turn::attemptFinished)
            .on(AgentInput.ResultKept.class, Turn::resultKept)
            .on(AgentInput.ResultNotKept.class, Turn::resultNotKept)
            .on(AgentInput.UsageSampled.class, Turn::usageSampled)
            .on(AgentInput.WelcomeChanged.class, Turn::welcomeChanged)
            .on(AgentInput.OfferChanged.class, Turn::offerChanged)
            .on(AgentInput.FactsFound.class, Turn::factsFound)
            .on(AgentInput.TimerFired.class, (turn, input) -> turn.timerFired())
            .on(AgentInput.StopRequested.class, (turn, input) -> turn.stopRequested())
            .complete();

    private final AgentPolicy policy;
    private final Backoff backoff;
    private final Holdings holdings;
    private final Deliveries deliveries;
    private final Workbench bench;
    private final Membership identity = new Membership();
    private final OpenCalls calls = new OpenCalls();
    private final SyncPace pace;

    private Capacity offer = Capacity.NOTHING;
    private @Nullable ProcessorUse use;

    private boolean renewing;
    private @Nullable Agreement session;
    private long sequence;

    private @Nullable Instant timer;
    private @Nullable Instant stopBy;
    /** Whether the server was told that this agent stops: else it would give back what is handed back. */
    private boolean announced;

    private boolean lastSync;
    private boolean exited;

    public AgentLogic(AgentPolicy policy) {
        this.policy = policy;
        backoff = new Backoff(policy);
        holdings = new Holdings(policy.remembered());
        deliveries = new Deliveries(policy, holdings);
        bench = new Workbench(policy, holdings, deliveries);
        pace = new SyncPace(policy.syncSpacing());
    }

    /** Takes in what happened and returns what is to be done, in this order. */
    public List<AgentEffect> on(AgentInput input, Instant now, RandomGenerator random) {
        if (exited) {
            return List.of();
        }
        Turn turn = new Turn(now, random);
        INPUTS.take(turn, input);
        turn.goOn();
        return turn.out;
    }

    /** One input and its consequences. */
    private final class Turn {
        private final Instant now;
        private final RandomGenerator random;
        private final List<AgentEffect> out = new ArrayList<>();

        Turn(Instant now, RandomGenerator random) {
            this.now = now;
            this.random = random;
        }

        private void started(AgentInput.Started input) {
            identity.begin(input, now);
            offer = input.capacity();
            deliveries.found(input.kept(), now);
        }

        private void introduced(AgentInput.Introduced input) {
            if (calls.answered(Kind.INTRODUCTION, input.call()) == null) {
                return;
            }
            if (identity.taken(input.answer().node())) {
                bench.orphanAll(out);
            }
            Agreement agreed = Agreement.of(input.answer());
            session = agreed;
            pace.atOnce(now);
            bench.killGrace(agreed.killGrace());
            deliveries.hastenAll(now);
        }

        private void ordersArrived(AgentInput.OrdersArrived input) {
            OpenCalls.Call call = calls.answered(Kind.SYNC, input.call());
            if (call == null) {
                return;
            }
            backoff.succeeded();
            boolean changed = bench.release(input.orders().release(), now, out);
            changed |= bench.stop(input.orders().stop(), now, out);
            changed |= bench.report(input.orders().report(), now);
            changed |= bench.start(input.orders().start(), identity.capacity(), identity.provided(), now);
            pace.answered(call.sent(), changed, now);
            if (renewing && !calls.isOpen(Kind.COMMIT) && stopBy == null) {
                leaveSession();
            }
        }

        private void commitAnswered(AgentInput.CommitAnswered input) {
            if (calls.answered(Kind.COMMIT, input.call()) == null) {
                return;
            }
            backoff.succeeded();
            deliveries.answered(input.reply().answers(), now, out);
            bench.start(input.reply().start(), identity.capacity(), identity.provided(), now);
        }

        private void callRefused(AgentInput.CallRefused input) {
            String code = input.code();
            if (calls.answered(Kind.INTRODUCTION, input.call()) != null) {
                introductionRefused(code);
                return;
            }
            boolean ofCommit = calls.isOpen(Kind.COMMIT, input.call());
            if (!ofCommit && !calls.isOpen(Kind.SYNC, input.call())) {
                return;
            }
            if (Agreement.isOver(code)) {
                leaveSession();
                backoff.refused(now, random);
                return;
            }
            calls.drop(ofCommit ? Kind.COMMIT : Kind.SYNC);
            if (ofCommit) {
                deliveries.refused(code, now, out);
            }
            backoff.failed(now, null, random);
        }

        private void introductionRefused(String code) {
            if (!identity.believes(code)) {
                backoff.failed(now, null, random);
            } else if (identity.refused(code)) {
                backoff.refused(now, random);
            } else if (!identity.wasEverTaken() && holdings.isEmpty()) {
                exit(code);
            } else {
                backoff.failed(now, null, random);
            }
        }

        private void callFailed(AgentInput.CallFailed input) {
            if (calls.answered(Kind.COMMIT, input.call()) != null) {
                deliveries.unanswered(now);
            } else if (calls.answered(Kind.INTRODUCTION, input.call()) == null
                    && calls.answered(Kind.SYNC, input.call()) == null) {
                return;
            }
            backoff.failed(now, input.retryAfter(), random);
        }

        private void blobUploaded(AgentInput.BlobUploaded input) {
            backoff.succeeded();
            deliveries.uploaded(input.attempt(), input.hash(), now);
        }

        private void uploadFailed(AgentInput.UploadFailed input) {
            backoff.failed(now, input.retryAfter(), random);
            deliveries.uploadFailed(input.attempt(), input.hash());
        }

        private void uploadImpossible(AgentInput.UploadImpossible input) {
            deliveries.uploadImpossible(input.attempt(), input.why(), now);
        }

        private void attemptFinished(AgentInput.AttemptFinished input) {
            bench.finished(input.report(), now, out);
        }

        private void resultKept(AgentInput.ResultKept input) {
            deliveries.kept(input.attempt(), now);
        }

        private void resultNotKept(AgentInput.ResultNotKept input) {
            deliveries.notKept(input, now);
        }

        private void usageSampled(AgentInput.UsageSampled input) {
            holdings.used(input.attempt(), input.cpu(), input.memory());
        }

        private void welcomeChanged(AgentInput.WelcomeChanged input) {
            if (bench.isWelcome() == input.welcome() || stopBy != null) {
                return;
            }
            if (input.welcome()) {
                bench.resumeAll(out);
            } else {
                bench.suspendAll(now, out);
            }
            syncAnew();
        }

        private void offerChanged(AgentInput.OfferChanged input) {
            use = input.use();
            if (!offer.equals(input.offer())) {
                offer = input.offer();
                if (bench.isWelcome()) {
                    // The server must not hand out what is no longer there, so the parked sync is replaced.
                    syncAnew();
                }
            }
        }

        private void syncAnew() {
            calls.drop(Kind.SYNC);
            pace.atOnce(now);
        }

        private void factsFound(AgentInput.FactsFound input) {
            if (identity.found(input.facts())) {
                // A sync that is answered at once fetches what was assigned meanwhile: an introduction that does not
                // name it would give it up.
                renewing = session != null || calls.isOpen(Kind.INTRODUCTION);
                syncAnew();
            }
        }

        private void timerFired() {
            timer = null;
        }

        private void stopRequested() {
            if (stopBy == null) {
                stopBy = now.plus(policy.stopLimit());
                bench.stopAll(policy.stopLimit().dividedBy(2), now, out);
                calls.drop(Kind.SYNC);
            }
        }

        /** Reports wait for it, as they make room on the server where it still counts on this node. */
        private boolean isAnnouncing() {
            return stopBy != null && calls.isOpen(Kind.SYNC);
        }

        void goOn() {
            calls.overdue(now).forEach(call -> callFailed(new AgentInput.CallFailed(call.number(), null)));
            bench.evictOverdue(now, out);
            bench.startNext(identity.capacity(), identity.provided(), out);
            if (stopBy != null) {
                endIfPossible(stopBy);
            }
            if (exited) {
                return;
            }
            if (backoff.isOpen(now) && !lastSync) {
                talk();
            }
            wakeAt(nextWake());
        }

        private void talk() {
            Agreement known = session;
            if (known == null) {
                introduce();
                return;
            }
            deliveries.upload(out);
            if (stopBy != null && !announced) {
                sync(known, Capacity.NOTHING, Duration.ZERO);
            }
            if (!calls.isOpen(Kind.COMMIT)
                    && !isAnnouncing()
                    && !holdings.firstDue().isAfter(now)) {
                commit(known);
            }
            if (!calls.isOpen(Kind.SYNC) && stopBy == null && !pace.next().isAfter(now)) {
                Duration patience = renewing ? Duration.ZERO : known.longCall();
                sync(known, bench.isWelcome() ? offer : Capacity.NOTHING, patience);
            }
        }

        private void introduce() {
            if (calls.isOpen(Kind.INTRODUCTION) || stopBy != null) {
                return;
            }
            Introduction introduction = identity.introduction(holdings.listed(), now);
            if (introduction != null) {
                long call = calls.open(Kind.INTRODUCTION, now, policy.callLimit());
                out.add(new AgentEffect.Introduce(call, introduction, identity.isAsNew()));
            }
        }

        private void commit(Agreement known) {
            List<AttemptReport> reports = deliveries.takeReady(now);
            if (!reports.isEmpty()) {
                boolean wantsWork = stopBy == null && bench.isWelcome() && holdings.slotsInUse() < offer.slots();
                CommitCall content = new CommitCall(known.incarnation(), reports, wantsWork);
                out.add(new AgentEffect.Commit(calls.open(Kind.COMMIT, now, policy.callLimit()), content));
            }
        }

        private void sync(Agreement known, Capacity offered, Duration patience) {
            boolean farewell = stopBy != null;
            announced = farewell;
            Duration limit = farewell ? LAST_CALL_LIMIT : patience.plus(policy.callLimit());
            // While somebody needs the machine one bit is all the server learns, not how hard they work.
            ProcessorUse told = bench.isWelcome() ? use : null;
            SyncReport report = new SyncReport(
                    known.incarnation(),
                    ++sequence,
                    holdings.listed(),
                    offered,
                    told == null ? 0 : told.others(),
                    patience,
                    farewell,
                    told == null ? null : told.ours());
            out.add(new AgentEffect.Sync(calls.open(Kind.SYNC, now, limit), report));
        }

        private void leaveSession() {
            session = null;
            calls.drop(Kind.SYNC);
            renewing = false;
            if (calls.isOpen(Kind.COMMIT)) {
                calls.drop(Kind.COMMIT);
                deliveries.unanswered(now);
            }
        }

        private void endIfPossible(Instant limit) {
            Agreement known = session;
            boolean overdue = !now.isBefore(limit);
            if (lastSync) {
                if (!calls.isOpen(Kind.SYNC) && (overdue || holdings.isEmpty())) {
                    exit(null);
                } else if (!calls.isOpen(Kind.SYNC)) {
                    // What the server gave us before it heard the goodbye is handed back too.
                    lastSync = false;
                }
            } else if (overdue
                    || holdings.isEmpty()
                    || (known == null && !calls.isOpen(Kind.INTRODUCTION) && !holdings.isUnsettled())) {
                // An introduction that is under way is waited for: without it nothing could be handed back.
                if (known == null || !backoff.isOpen(now)) {
                    exit(null);
                } else {
                    lastSync = true;
                    calls.drop(Kind.COMMIT);
                    sync(known, Capacity.NOTHING, Duration.ZERO);
                }
            }
        }

        private void exit(@Nullable String refusal) {
            exited = true;
            out.add(new AgentEffect.Exit(refusal));
        }

        private Instant nextWake() {
            List<Instant> moments = new ArrayList<>(List.of(bench.evictAt(), calls.firstDeadline()));
            if (lastSync) {
                return Collections.min(moments);
            }
            if (stopBy != null) {
                moments.add(stopBy);
            }
            if (!backoff.isOpen(now)) {
                moments.add(backoff.until());
            } else if (session != null) {
                moments.add(calls.isOpen(Kind.COMMIT) || isAnnouncing() ? Instant.MAX : holdings.firstDue());
                moments.add(calls.isOpen(Kind.SYNC) || stopBy != null ? Instant.MAX : pace.next());
            }
            return Collections.min(moments);
        }

        private void wakeAt(Instant next) {
            if (next.equals(Instant.MAX) || next.equals(timer)) {
                return;
            }
            timer = next;
            out.add(new AgentEffect.SetTimer(next));
        }
    }
}
