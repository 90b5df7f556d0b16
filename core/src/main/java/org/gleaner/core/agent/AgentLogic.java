package org.gleaner.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
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
    public static final String DUPLICATE_IDENTITY = "duplicate-identity";

    private static final Duration LAST_CALL_LIMIT = Duration.ofSeconds(1);
    /** No server makes us wait longer than this, whatever it says. */
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);

    /** Of the time between syncs that bring nothing new: up to 6.4 s. */
    private static final int MOST_DOUBLINGS = 5;

    private record Call(long number, Instant sent, Instant deadline) {}

    private final AgentPolicy policy;
    private final Backoff backoff;
    private final Workbench bench;

    private @Nullable NodeFacts facts;
    private Stay stay = Stay.UNKNOWN;
    private Instant started = Instant.MIN;
    private Capacity capacity = Capacity.NOTHING;
    private Capacity offer = Capacity.NOTHING;
    private double load;
    private boolean welcome = true;
    /** When what is suspended is evicted. */
    private Instant evictAt = Instant.MAX;

    private @Nullable NodeId knownAs;
    private boolean asNew;
    private boolean everIntroduced;
    private boolean renewing;
    private org.gleaner.core.message.@Nullable Introduced session;

    private long calls;
    private long sequence;
    private @Nullable Call introducing;
    private @Nullable Call syncing;
    private @Nullable Call committing;
    private List<AttemptReport> committed = List.of();
    private boolean oneByOne;
    private Instant nextSync = Instant.MIN;
    private int repeated;

    private @Nullable Instant timer;
    private @Nullable Instant stopBy;
    private boolean lastSync;
    private boolean exited;

    public AgentLogic(AgentPolicy policy) {
        this.policy = policy;
        backoff = new Backoff(policy);
        bench = new Workbench(policy);
    }

    /** Takes in what happened and returns what is to be done, in this order. */
    public List<AgentEffect> on(AgentInput input, Instant now, RandomGenerator random) {
        if (exited) {
            return List.of();
        }
        Turn turn = new Turn(now, random);
        input.accept(turn);
        turn.goOn();
        return turn.out;
    }

    /** One input and its consequences. */
    private final class Turn implements AgentInput.Visitor {
        private final Instant now;
        private final RandomGenerator random;
        private final List<AgentEffect> out = new ArrayList<>();

        Turn(Instant now, RandomGenerator random) {
            this.now = now;
            this.random = random;
        }

        @Override
        public void started(AgentInput.Started input) {
            facts = input.facts();
            stay = input.stay();
            started = now;
            capacity = input.capacity();
            offer = capacity;
            knownAs = input.knownAs();
            asNew = knownAs == null;
            bench.found(input.kept(), now);
        }

        @Override
        public void introduced(AgentInput.Introduced input) {
            if (!isAnswerTo(introducing, input.call())) {
                return;
            }
            introducing = null;
            org.gleaner.core.message.Introduced answer = input.answer();
            if (asNew || !answer.node().equals(knownAs)) {
                bench.orphanAll(out);
            }
            knownAs = answer.node();
            session = answer;
            asNew = false;
            everIntroduced = true;
            nextSync = now;
            bench.killGrace(bounded(answer.killGrace()));
            bench.hastenAll(now);
        }

        @Override
        public void ordersArrived(AgentInput.OrdersArrived input) {
            Call call = syncing;
            if (call == null || call.number() != input.call()) {
                return;
            }
            syncing = null;
            backoff.succeeded();
            boolean changed = bench.release(input.orders().release(), now, out);
            changed |= bench.stop(input.orders().stop(), now, out);
            changed |= bench.report(input.orders().report(), now);
            changed |= bench.start(input.orders().start(), capacity, now);
            // Orders repeat until they are obeyed; without a pause, obeying slowly would be a storm of calls.
            Duration spacing = policy.syncSpacing().multipliedBy(1L << Math.min(repeated, MOST_DOUBLINGS));
            Instant spaced = call.sent().plus(spacing);
            boolean soon = !changed && now.isBefore(spaced);
            repeated = soon ? repeated + 1 : 0;
            nextSync = soon ? spaced : now;
            if (renewing && committing == null && stopBy == null) {
                leaveSession();
            }
        }

        @Override
        public void commitAnswered(AgentInput.CommitAnswered input) {
            if (!isAnswerTo(committing, input.call())) {
                return;
            }
            committing = null;
            backoff.succeeded();
            oneByOne = false;
            bench.answered(committed, input.reply().answers(), now, out);
            bench.start(input.reply().start(), capacity, now);
        }

        @Override
        public void callRefused(AgentInput.CallRefused input) {
            String code = input.code();
            if (isAnswerTo(introducing, input.call())) {
                introducing = null;
                introductionRefused(code);
            } else if (isAnswerTo(syncing, input.call()) || isAnswerTo(committing, input.call())) {
                boolean ofCommit = isAnswerTo(committing, input.call());
                if (code.equals(STALE_INCARNATION) || code.equals(UNKNOWN_NODE) || code.equals(UNAUTHENTICATED)) {
                    leaveSession();
                    backoff.refused(now, random);
                } else if (ofCommit) {
                    commitRefused(code);
                } else {
                    syncing = null;
                    backoff.failed(now, null, random);
                }
            }
        }

        private void introductionRefused(String code) {
            boolean identity =
                    code.equals(UNKNOWN_NODE) || code.equals(UNAUTHENTICATED) || code.equals(DUPLICATE_IDENTITY);
            if (identity && !asNew) {
                asNew = true;
                backoff.refused(now, random);
            } else if (!everIntroduced && bench.holdings().isEmpty()) {
                exit(code);
            } else {
                backoff.failed(now, null, random);
            }
        }

        private void commitRefused(String code) {
            committing = null;
            if (committed.size() == 1) {
                bench.refused(committed.get(0), code, now, out);
                oneByOne = false;
            } else {
                bench.unanswered(committed, now);
                oneByOne = true;
            }
            backoff.failed(now, null, random);
        }

        @Override
        public void callFailed(AgentInput.CallFailed input) {
            if (isAnswerTo(introducing, input.call())) {
                introducing = null;
            } else if (isAnswerTo(syncing, input.call())) {
                syncing = null;
            } else if (isAnswerTo(committing, input.call())) {
                committing = null;
                bench.unanswered(committed, now);
            } else {
                return;
            }
            backoff.failed(now, input.retryAfter(), random);
        }

        @Override
        public void blobUploaded(AgentInput.BlobUploaded input) {
            backoff.succeeded();
            bench.uploaded(input.attempt(), input.hash(), now);
        }

        @Override
        public void uploadFailed(AgentInput.UploadFailed input) {
            backoff.failed(now, input.retryAfter(), random);
            bench.uploadFailed(input.attempt(), input.hash());
        }

        @Override
        public void uploadImpossible(AgentInput.UploadImpossible input) {
            bench.uploadImpossible(input.attempt(), input.why(), now);
        }

        @Override
        public void attemptFinished(AgentInput.AttemptFinished input) {
            bench.finished(input.report(), now, out);
        }

        @Override
        public void resultKept(AgentInput.ResultKept input) {
            bench.kept(input.attempt(), now);
        }

        @Override
        public void resultNotKept(AgentInput.ResultNotKept input) {
            bench.notKept(input.attempt(), input.why(), now);
        }

        @Override
        public void usageSampled(AgentInput.UsageSampled input) {
            Holding holding = bench.holdings().get(input.attempt());
            if (holding != null) {
                holding.usage(input.cpu(), input.memory());
            }
        }

        @Override
        public void welcomeChanged(AgentInput.WelcomeChanged input) {
            if (welcome == input.welcome() || stopBy != null) {
                return;
            }
            welcome = input.welcome();
            if (welcome) {
                evictAt = Instant.MAX;
                bench.resumeAll(out);
            } else {
                evictAt = now.plus(policy.evictAfter());
                bench.suspendAll(now, out);
            }
            syncing = null;
            nextSync = now;
        }

        @Override
        public void offerChanged(AgentInput.OfferChanged input) {
            load = input.load();
            if (!offer.equals(input.offer())) {
                offer = input.offer();
                if (!welcome) {
                    return;
                }
                // The server must not hand out what is no longer there, so the parked sync is replaced.
                syncing = null;
                nextSync = now;
            }
        }

        @Override
        public void factsFound(AgentInput.FactsFound input) {
            if (!input.facts().equals(facts)) {
                facts = input.facts();
                // A sync that is answered at once fetches what was assigned meanwhile: an introduction that does not
                // name it would give it up.
                renewing = session != null || introducing != null;
                syncing = null;
                nextSync = now;
            }
        }

        @Override
        public void timerFired(AgentInput.TimerFired input) {
            timer = null;
        }

        @Override
        public void stopRequested(AgentInput.StopRequested input) {
            if (stopBy == null) {
                stopBy = now.plus(policy.stopLimit());
                bench.stopAll(policy.stopLimit().dividedBy(2), now, out);
            }
        }

        void goOn() {
            failOverdueCalls();
            if (!now.isBefore(evictAt)) {
                evictAt = Instant.MAX;
                bench.evictAll(out);
            }
            bench.startNext(capacity, out);
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
            org.gleaner.core.message.Introduced known = session;
            if (known == null) {
                introduce();
                return;
            }
            bench.upload(out);
            if (committing == null && !bench.holdings().firstDue().isAfter(now)) {
                commit(known);
            }
            if (syncing == null && stopBy == null && !nextSync.isAfter(now)) {
                Duration patience = renewing ? Duration.ZERO : bounded(known.longCall());
                sync(known, welcome ? offer : Capacity.NOTHING, patience);
            }
        }

        private void introduce() {
            NodeFacts known = facts;
            if (introducing == null && known != null && stopBy == null) {
                introducing = call(policy.callLimit());
                Stay sinceThen = stay.later(Duration.between(started, now));
                Introduction introduction =
                        new Introduction(known, capacity, bench.holdings().listed(), sinceThen);
                out.add(new AgentEffect.Introduce(introducing.number(), introduction, asNew));
            }
        }

        private void commit(org.gleaner.core.message.Introduced known) {
            committed = bench.takeReady(oneByOne, now);
            if (!committed.isEmpty()) {
                committing = call(policy.callLimit());
                boolean wantsWork =
                        stopBy == null && welcome && bench.holdings().slotsInUse() < offer.slots();
                CommitCall content = new CommitCall(known.incarnation(), committed, wantsWork);
                out.add(new AgentEffect.Commit(committing.number(), content));
            }
        }

        private void sync(org.gleaner.core.message.Introduced known, Capacity offered, Duration patience) {
            syncing = call(lastSync ? LAST_CALL_LIMIT : patience.plus(policy.callLimit()));
            // While somebody needs the machine one bit is all the server learns, not how hard they work.
            double told = welcome ? load : 0;
            SyncReport report = new SyncReport(
                    known.incarnation(), ++sequence, bench.holdings().listed(), offered, told, patience);
            out.add(new AgentEffect.Sync(syncing.number(), report));
        }

        private Call call(Duration limit) {
            return new Call(++calls, now, now.plus(limit));
        }

        private void failOverdueCalls() {
            for (Call call : new Call[] {introducing, syncing, committing}) {
                if (call != null && !now.isBefore(call.deadline())) {
                    callFailed(new AgentInput.CallFailed(call.number(), null));
                }
            }
        }

        private void leaveSession() {
            session = null;
            syncing = null;
            renewing = false;
            if (committing != null) {
                committing = null;
                bench.unanswered(committed, now);
            }
        }

        private void endIfPossible(Instant limit) {
            org.gleaner.core.message.Introduced known = session;
            boolean overdue = !now.isBefore(limit);
            if (lastSync) {
                if (syncing == null && (overdue || bench.holdings().isEmpty())) {
                    exit(null);
                } else if (syncing == null) {
                    // What the server gave us before it heard the goodbye is handed back too.
                    lastSync = false;
                }
            } else if (overdue
                    || bench.holdings().isEmpty()
                    || (known == null
                            && introducing == null
                            && !bench.holdings().isUnsettled())) {
                // An introduction that is under way is waited for: without it nothing could be handed back.
                if (known == null || !backoff.isOpen(now)) {
                    exit(null);
                } else {
                    lastSync = true;
                    committing = null;
                    sync(known, Capacity.NOTHING, Duration.ZERO);
                }
            }
        }

        private void exit(@Nullable String refusal) {
            exited = true;
            out.add(new AgentEffect.Exit(refusal));
        }

        private Instant nextWake() {
            Instant next = earlier(evictAt, stopBy == null || lastSync ? Instant.MAX : stopBy);
            for (Call call : new Call[] {introducing, syncing, committing}) {
                next = call == null ? next : earlier(next, call.deadline());
            }
            if (lastSync) {
                return next;
            }
            if (!backoff.isOpen(now)) {
                return earlier(next, backoff.until());
            }
            if (session != null && committing == null) {
                next = earlier(next, bench.holdings().firstDue());
            }
            if (session != null && syncing == null && stopBy == null) {
                next = earlier(next, nextSync);
            }
            return next;
        }

        private void wakeAt(Instant next) {
            if (next.equals(Instant.MAX) || next.equals(timer)) {
                return;
            }
            timer = next;
            out.add(new AgentEffect.SetTimer(next));
        }
    }

    private static boolean isAnswerTo(@Nullable Call call, long number) {
        return call != null && call.number() == number;
    }

    private static Duration bounded(Duration interval) {
        if (interval.isNegative()) {
            return Duration.ZERO;
        }
        return interval.compareTo(LONGEST_INTERVAL) < 0 ? interval : LONGEST_INTERVAL;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
