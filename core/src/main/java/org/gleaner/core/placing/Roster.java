package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.Served;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Match;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.OpenJobs;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Nodes;
import org.gleaner.core.scheduling.Market;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Redundancy;
import org.gleaner.core.scheduling.Rule;
import org.gleaner.core.scheduling.Standings;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.core.scheduling.Strategy;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at to decide and to answer: the nodes, the open jobs, the settings, and what is kept to place work
 * without looking at all of them each time. Changed by its {@link Writer} alone; all but settings and beliefs is soft.
 */
public final class Roster {
    private static final Duration COPIES_TIME = Duration.ofMinutes(5);
    private static final Duration PACE = Duration.ofMinutes(1);
    private static final int LOOKS_AHEAD = 15;

    private final Nodes nodes;
    private final OpenJobs jobs;
    private Settings settings;
    /** From when on all this is only supposed, by somebody who looks ahead; null: it is real. */
    private final @Nullable Instant supposed;

    private final Shares shares;
    private final ReadyGroups groups;
    private final RunningTasks running = new RunningTasks();
    private final Choices choices = new Choices();
    private final Arrivals arrivals = new Arrivals();
    private final RecentStarts starts = new RecentStarts();

    private Survey survey = Survey.NONE;
    private boolean poolChanged;
    private Instant nextSurvey = Instant.MIN;
    private Market market = Market.UNKNOWN;
    private Policy policy;
    /** What the controller tried last; null: nothing since it is to choose. */
    private @Nullable Tryout tryout;

    private final TreeSet<JobId> interrupted = new TreeSet<>();

    private boolean workAppeared;
    private @Nullable Instant offerAt;
    private @Nullable Instant copiesOffered;

    private Roster(Nodes nodes, OpenJobs jobs, Settings settings, @Nullable Instant supposed) {
        this.nodes = nodes;
        this.jobs = jobs;
        this.settings = settings;
        this.policy = settings.policy();
        this.supposed = supposed;
        this.shares = new Shares(nodes.fleet()::slots);
        this.groups = new ReadyGroups(shares);
    }

    public Nodes nodes() {
        return nodes;
    }

    public OpenJobs jobs() {
        return jobs;
    }

    public Settings settings() {
        return settings;
    }

    /** How work is given out: as is set, or as the controller chose. */
    public Policy policy() {
        return policy;
    }

    /** The same for tasks of one owner, who may want something else. */
    public Policy policy(Owner owner) {
        Objective wanted = settings.objectives().of().get(owner);
        if (wanted == null) {
            return policy;
        }
        Tryout tried = tryout;
        return tried == null ? new Policy(policy.strategy(), wanted) : tried.chosenFor(owner);
    }

    /** Whether all owners want the same. */
    boolean isOfOneMind() {
        return settings.objectives().of().isEmpty();
    }

    public Strategy strategy() {
        return Strategies.named(policy.strategy());
    }

    /** Null unless the controller is to choose, and has tried something. */
    public @Nullable Tryout tryout() {
        return tryout;
    }

    public Shares shares() {
        return shares;
    }

    public ReadyGroups groups() {
        return groups;
    }

    public RunningTasks running() {
        return running;
    }

    public Choices choices() {
        return choices;
    }

    /** Whether jobs keep coming. */
    Arrivals arrivals() {
        return arrivals;
    }

    /** What is known of the whole pool, as of when it was last looked at. */
    public Survey survey() {
        return survey;
    }

    /** Whether tasks of the job could run on this node when all of it is free. */
    boolean fits(OpenJob job, GridNode node) {
        return job.fits(node) && isMeant(job.spec().needs(), node);
    }

    /** Whether the owner of such tasks means this very node, and it has what they use. */
    private boolean isMeant(Requirements needs, GridNode node) {
        return Match.isMeant(needs.platform().machines(), node.id(), node.facts(), speed(node), nodes::isName)
                && (needs.uses().isEmpty()
                        || Match.unprovided(needs.uses(), settings.licences(), node.facts())
                                .isEmpty());
    }

    /** How the server stands with a node. That it grows suspect is no event: it follows from time alone. */
    public Contact contact(GridNode node, Instant now) {
        if (!node.connected()) {
            return node.hasLeft() ? Contact.STOPPED : Contact.AWAY;
        }
        Duration silence = Duration.between(node.heard(), now);
        if (silence.compareTo(settings.duration(Setting.SUSPECT_AFTER)) >= 0) {
            return Contact.SUSPECT;
        }
        return node.isShortOfDisk() ? Contact.DISK_FULL : Contact.CONNECTED;
    }

    /** Whether a task of these needs could run here now. */
    public boolean hasRoomFor(Requirements needs, GridNode node) {
        return node.hasRoomFor(needs) && isLeft(needs.uses(), node);
    }

    /** Whether as much as this is in nobody's use: of what the pool has, whichever node it is; else of this node's. */
    private boolean isLeft(Amounts uses, GridNode node) {
        for (Map.Entry<String, Integer> use : uses.counts().entrySet()) {
            String name = use.getKey();
            int used = settings.licences().names(name) ? nodes.inUse().of(name) : node.used(name);
            // Less than none may be left, if there were more when some started.
            if (use.getValue() > Match.all(name, settings.licences(), node.facts()) - used) {
                return false;
            }
        }
        return true;
    }

    /** Whether such tasks may go to this node now, as far as it differs from others of its kind and room. */
    public boolean isFor(Requirements needs, GridNode node) {
        return isMeant(needs, node) && (!needs.exclusive() || node.isEmpty()) && isLeft(needs.uses(), node);
    }

    /** In relation to the mean of the pool. */
    public double speed(GridNode node) {
        return survey.speed(node.benchmark());
    }

    /** Who belongs to the pool, or how fast a node is, has changed since it was last looked at. */
    boolean isPoolChanged() {
        return poolChanged;
    }

    /** When the pool is due to be looked at again. */
    Instant nextSurvey() {
        return nextSurvey;
    }

    /** For strategies that look ahead, as of the last survey. */
    Market market() {
        return market;
    }

    /** Of the nodes that were lately given work. */
    Standings standings() {
        return starts;
    }

    /** Open jobs with tasks that were lost. */
    NavigableSet<JobId> interrupted() {
        return Collections.unmodifiableNavigableSet(interrupted);
    }

    /** Whether what happens teaches something of how long tasks take: not if all this is only supposed. */
    public boolean learns() {
        return supposed == null;
    }

    /**
     * How long what was last seen of the whole pool stands at least. The farther ahead somebody looks, the longer it
     * does.
     */
    Duration pace(Instant now) {
        Duration ahead = supposed == null
                ? Duration.ZERO
                : Duration.between(supposed, now).dividedBy(LOOKS_AHEAD);
        return ahead.compareTo(PACE) > 0 ? ahead : PACE;
    }

    /** Such a span, but what was seen of the whole pool stands at least so long anyway. */
    private Duration atLeast(Duration span, Instant now) {
        Duration pace = pace(now);
        return pace.compareTo(span) > 0 ? pace : span;
    }

    /** Whether there is more to be offered since consequences were last drawn. */
    public boolean hasWorkAppeared() {
        return workAppeared;
    }

    /** When waiting nodes shall be offered work by the next tick; null if that is not planned. */
    public @Nullable Instant offerAt() {
        return offerAt;
    }

    /** Whether waiting nodes shall be asked again for copies: not so often where each asking is worked out. */
    public boolean areCopiesDue(Instant now) {
        Instant last = copiesOffered;
        return !running.isEmpty()
                && (last == null
                        || !running.redundancy().looksAhead()
                        || !now.isBefore(last.plus(atLeast(COPIES_TIME, now))));
    }

    /** How what is kept for speed differs from what it is kept of. */
    public Optional<String> fault() {
        return groups.fault()
                .or(() -> running.fault(this))
                .or(() -> nodes.inUse().fault(nodes.values()));
    }

    /** Sets what events say; whoever loads the roster has the only one. */
    public static Writer load(Nodes nodes, OpenJobs jobs, StoredGrid stored, boolean supposed, Instant now) {
        Writer writer = new Writer(new Roster(nodes, jobs, Settings.of(stored.settings()), supposed ? now : null));
        writer.begin(stored, now);
        return writer;
    }

    /** Nodes and jobs must be told of an event before, unless a method says otherwise. */
    public static final class Writer {
        private final Roster roster;

        private Writer(Roster roster) {
            this.roster = roster;
        }

        private void begin(StoredGrid stored, Instant now) {
            stored.beliefs().types().forEach(roster.groups::believe);
            roster.jobs.all().values().forEach(this::refresh);
            roster.shares.begin(roster.settings);
            roster.survey = Surveying.pool(roster.nodes, now);
            beginRedundancy();
        }

        public Roster roster() {
            return roster;
        }

        /** Somebody supposes that tasks of a type turn out to take so many times as long as is believed. */
        public void turnOut(TypeKey type, double timesAsLong) {
            roster.groups.type(type).turnOut(timesAsLong);
        }

        /** Somebody supposes that all who share the pool have had so much. */
        public void serve(Served served) {
            roster.shares.serve(served);
        }

        public void submitted(GridEvent.JobSubmitted event) {
            roster.arrivals.note(event.at());
        }

        /** Something about the job changed, so that its group may be another. */
        public void refresh(OpenJob job) {
            roster.workAppeared |= roster.groups.refresh(job);
        }

        /** Something about tasks of the job changed that run. */
        public void refreshRunning(OpenJob job) {
            roster.running.refreshAll(roster, job);
        }

        public void assigned(OpenJob job, AttemptId attempt) {
            roster.groups.refresh(job);
            roster.running.refresh(roster, job, attempt.ordinal());
        }

        /** To be called before the attempt ends. */
        public void ending(OpenJob job, GridEvent.AttemptEnded event) {
            if (event.report().outcome() == Outcome.DONE) {
                roster.groups.done(job.type(), event.at());
            }
            roster.choices.note(event, job);
            // A licence that it had may be what tasks wait for, and other nodes for them.
            Amounts uses = job.spec().needs().uses();
            roster.workAppeared |= !uses.isEmpty()
                    && !roster.groups.isEmpty()
                    && uses.counts().keySet().stream().anyMatch(roster.settings.licences()::names);
            LiveAttempt live = job.live(event.attempt());
            GridNode node = roster.nodes.node(event.node());
            if (live != null && node.isCharged(event.report().outcome())) {
                double held = Minutes.of(node.held(live.lane(), node.heard()));
                double coreMinutes = held * node.slotsFor(job.spec().needs());
                roster.shares.charge(job.id(), job.owner(), coreMinutes);
                if (!roster.learns()) {
                    boolean done = event.report().outcome() == Outcome.DONE;
                    roster.shares.suppose(job.type(), coreMinutes, done);
                }
            }
        }

        /** An attempt ended, or is live again. */
        public void refreshRunning(OpenJob job, AttemptId attempt) {
            roster.running.refresh(roster, job, attempt.ordinal());
        }

        /** @param change by which the job gets another weight */
        public void reweigh(OpenJob job, Runnable change) {
            roster.groups.reweigh(job, change);
        }

        /** @param change by which the job gets other demands */
        public void demand(OpenJob job, Runnable change) {
            roster.groups.demand(job, change);
        }

        public void closed(OpenJob job) {
            roster.groups.remove(job);
            roster.running.remove(job);
            roster.interrupted.remove(job.id());
        }

        public void ran(OpenJob job) {
            roster.interrupted.add(job.id());
            roster.groups.refresh(job);
        }

        /** To be called before the node is as it says. */
        public void introduced(GridEvent.NodeIntroduced event) {
            GridNode node = roster.nodes.get(event.node());
            // The mean power of the pool is no longer what it was.
            roster.poolChanged |= node == null
                    || !node.facts().benchmark().equals(event.facts().benchmark())
                    || !node.isMember(event.at());
        }

        /** To be called before the node is heard: it may have been away for so long that it counted no longer. */
        public void heard(NodeId id, Instant at) {
            roster.poolChanged |= !roster.nodes.node(id).isMember(at);
        }

        public void dutySet(GridEvent.DutySet event) {
            // Who is forgotten no longer counts among the pool.
            roster.poolChanged |= event.duty() == Duty.FORGOTTEN;
            roster.workAppeared |= !roster.groups.isEmpty();
        }

        public void set(GridEvent.SettingChanged event) {
            Policy before = roster.settings.policy();
            roster.settings = roster.settings.with(event.name(), event.value());
            if (!roster.settings.policy().equals(before) || !roster.settings.isControlled()) {
                roster.policy = roster.settings.policy();
                roster.tryout = null;
            }
            roster.shares.set(roster.settings);
            beginRedundancy();
            // Work that had to wait may now be offered.
            boolean lets =
                    event.name().equals(Setting.HALT.word()) || event.name().equals(Setting.LICENCES.word());
            roster.workAppeared |= lets && !roster.groups.isEmpty();
        }

        /** Takes the redundancy that is set, if it changed. */
        private void beginRedundancy() {
            Redundancy wanted = Redundancies.named(roster.settings.text(Setting.REDUNDANCY));
            if (wanted != roster.running.redundancy()) {
                roster.running.begin(wanted, roster);
            }
        }

        public void observed(GridEvent.TypeObserved event) {
            roster.groups.believe(event.type(), event.belief());
        }

        public void forgotten(GridEvent.TypeForgotten event) {
            roster.groups.forget(event.type());
        }

        public void planned(SoftEvent.OfferPlanned event) {
            roster.offerAt = event.at();
        }

        public void offered(SoftEvent.OfferMade event) {
            roster.offerAt = null;
        }

        public void offered(SoftEvent.CopiesOffered event) {
            roster.copiesOffered = event.at();
        }

        public void chosen(SoftEvent.WorkChosen event) {
            roster.choices.note(event);
            roster.starts.note(event);
            if (event.rule() != Rule.COPY) {
                roster.groups.type(event.type()).give(event);
            }
        }

        public void passed(SoftEvent.TurnPassed event) {
            roster.shares.pass(event.owner());
        }

        public void settled(SoftEvent.Settled event) {
            roster.workAppeared = false;
        }

        public void surveyed(SoftEvent.Surveyed event) {
            roster.survey = event.pool();
            roster.poolChanged = false;
            roster.nextSurvey = event.next();
            if (event.overtime() != null) {
                roster.shares.survey(event.overtime());
            }
        }

        public void seen(SoftEvent.RunTimesSeen event) {
            event.open().forEach((type, ran) -> roster.groups.type(type).survey(ran, event.usual()));
        }

        public void marketSeen(SoftEvent.MarketSeen event) {
            roster.market = event.market();
            roster.running.expect(event.ends());
        }

        public void seen(SoftEvent.ForecastsSeen event) {
            roster.running.watch(event.forecasts(), event.at());
        }

        public void taken(SoftEvent.PolicyTaken event) {
            Policy chosen = event.tryout().chosen();
            roster.market = chosen.equals(roster.policy) ? roster.market : roster.market.outdated();
            roster.policy = chosen;
            roster.tryout = event.tryout();
        }

        public void shift(SoftEvent.TimeShifted event) {
            Instant planned = roster.offerAt;
            roster.offerAt = planned == null ? null : planned.plus(event.by());
        }
    }
}
