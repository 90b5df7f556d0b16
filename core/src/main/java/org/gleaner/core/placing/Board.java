package org.gleaner.core.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.gleaner.core.grid.Foresight;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.Minutes;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.OpenJobs;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.pool.Nodes;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Redundancy;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at to decide and to answer: the nodes, the open jobs, the settings, and what is kept to place work
 * without looking at all of them each time. Changed by its {@link Writer} alone; all but settings and beliefs is soft.
 */
public final class Board {
    private static final Duration COPIES_TIME = Duration.ofMinutes(5);

    private final Nodes nodes;
    private final OpenJobs jobs;
    private Settings settings;

    private final Shares shares;
    private final ReadyGroups groups;
    private final RunningTasks running = new RunningTasks();
    private final Choices choices = new Choices();
    private final Arrivals arrivals = new Arrivals();

    private Survey survey = Survey.NONE;
    private boolean poolChanged;
    private Instant nextSurvey = Instant.MIN;
    private Foresight foresight = Foresight.NONE;
    private final TreeSet<JobId> interrupted = new TreeSet<>();

    private boolean workAppeared;
    private @Nullable Instant offerAt;
    private @Nullable Instant copiesOffered;

    private Board(Nodes nodes, OpenJobs jobs, Settings settings) {
        this.nodes = nodes;
        this.jobs = jobs;
        this.settings = settings;
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

    /** Who belongs to the pool, or how fast a node is, has changed since it was last looked at. */
    boolean isPoolChanged() {
        return poolChanged;
    }

    /** When the pool is due to be looked at again. */
    Instant nextSurvey() {
        return nextSurvey;
    }

    /** For strategies that look ahead, as of the last survey. */
    Foresight foresight() {
        return foresight;
    }

    /** Open jobs with tasks that were lost. */
    NavigableSet<JobId> interrupted() {
        return Collections.unmodifiableNavigableSet(interrupted);
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
                && (last == null || !running.redundancy().looksAhead() || !now.isBefore(last.plus(COPIES_TIME)));
    }

    /** How what is kept for speed differs from what it is kept of. */
    public Optional<String> fault() {
        return groups.fault().or(() -> running.fault(this));
    }

    /** Sets what events say; whoever loads the board has the only one. */
    public static Writer load(Nodes nodes, OpenJobs jobs, StoredGrid stored, Instant now) {
        Writer writer = new Writer(new Board(nodes, jobs, Settings.of(stored.settings())));
        writer.begin(stored, now);
        return writer;
    }

    /** Nodes and jobs must be told of an event before, unless a method says otherwise. */
    public static final class Writer {
        private final Board board;

        private Writer(Board board) {
            this.board = board;
        }

        private void begin(StoredGrid stored, Instant now) {
            stored.beliefs().types().forEach(board.groups::believe);
            board.jobs.all().values().forEach(this::refresh);
            board.shares.begin(board.settings);
            board.survey = Surveying.pool(board.nodes, now);
            beginRedundancy();
        }

        public Board board() {
            return board;
        }

        public void submitted(GridEvent.JobSubmitted event) {
            board.arrivals.note(event.at());
        }

        /** Something about the job changed, so that its group may be another. */
        public void refresh(OpenJob job) {
            board.workAppeared |= board.groups.refresh(job);
        }

        /** Something about tasks of the job changed that run. */
        public void refreshRunning(OpenJob job) {
            board.running.refreshAll(board, job);
        }

        public void assigned(OpenJob job, AttemptId attempt) {
            board.groups.refresh(job);
            board.running.refresh(board, job, attempt.ordinal());
        }

        /** To be called before the attempt ends. */
        public void ending(OpenJob job, GridEvent.AttemptEnded event) {
            board.choices.note(event, job);
            LiveAttempt live = job.live(event.attempt());
            GridNode node = board.nodes.node(event.node());
            if (live != null && node.isCharged(event.report().outcome())) {
                double held = Minutes.of(node.held(live.lane(), node.heard()));
                board.shares.charge(
                        job.id(), job.owner(), held * job.spec().needs().cores());
            }
        }

        /** An attempt ended, or is live again. */
        public void refreshRunning(OpenJob job, AttemptId attempt) {
            board.running.refresh(board, job, attempt.ordinal());
        }

        /** @param change by which the job gets another weight */
        public void reweigh(OpenJob job, Runnable change) {
            board.groups.reweigh(job, change);
        }

        /** @param change by which the job gets other demands */
        public void demand(OpenJob job, Runnable change) {
            board.groups.demand(job, change);
        }

        public void closed(OpenJob job) {
            board.groups.remove(job);
            board.running.remove(job);
            board.interrupted.remove(job.id());
        }

        public void ran(OpenJob job) {
            board.interrupted.add(job.id());
            board.groups.refresh(job);
        }

        /** To be called before the node is as it says. */
        public void introduced(GridEvent.NodeIntroduced event) {
            GridNode node = board.nodes.get(event.node());
            // The mean power of the pool is no longer what it was.
            board.poolChanged |= node == null
                    || !node.facts().benchmark().equals(event.facts().benchmark())
                    || !node.isMember(event.at());
        }

        /** To be called before the node is heard: it may have been away for so long that it counted no longer. */
        public void heard(NodeId id, Instant at) {
            board.poolChanged |= !board.nodes.node(id).isMember(at);
        }

        public void dutySet(GridEvent.DutySet event) {
            // Who is forgotten no longer counts among the pool.
            board.poolChanged |= event.duty() == Duty.FORGOTTEN;
            board.workAppeared |= !board.groups.isEmpty();
        }

        public void set(GridEvent.SettingChanged event) {
            board.settings = board.settings.with(event.name(), event.value());
            board.shares.set(board.settings);
            beginRedundancy();
            // Work that had to wait may now be offered.
            board.workAppeared |= event.name().equals(Setting.HALT.word()) && !board.groups.isEmpty();
        }

        /** Takes the redundancy that is set, if it changed. */
        private void beginRedundancy() {
            Redundancy wanted = Redundancies.named(board.settings.text(Setting.REDUNDANCY));
            if (wanted != board.running.redundancy()) {
                board.running.begin(wanted, board);
            }
        }

        public void observed(GridEvent.TypeObserved event) {
            board.groups.believe(event.type(), event.belief());
        }

        public void forgotten(GridEvent.TypeForgotten event) {
            board.groups.forget(event.type());
        }

        public void planned(SoftEvent.OfferPlanned event) {
            board.offerAt = event.at();
        }

        public void offered(SoftEvent.OfferMade event) {
            board.offerAt = null;
        }

        public void offered(SoftEvent.CopiesOffered event) {
            board.copiesOffered = event.at();
        }

        public void chosen(SoftEvent.WorkChosen event) {
            board.choices.note(event);
            if (event.rule() != Rule.COPY) {
                board.groups.type(event.type()).give(event);
            }
        }

        public void passed(SoftEvent.TurnPassed event) {
            board.shares.pass(event.owner());
        }

        public void settled(SoftEvent.Settled event) {
            board.workAppeared = false;
        }

        public void surveyed(SoftEvent.Surveyed event) {
            board.survey = event.pool();
            board.poolChanged = false;
            board.nextSurvey = event.next();
            if (event.overtime() != null) {
                board.shares.survey(event.overtime());
            }
        }

        public void seen(SoftEvent.RunTimesSeen event) {
            event.open().forEach((type, ran) -> board.groups.type(type).survey(ran, event.usual()));
        }

        public void foreseen(SoftEvent.Foreseen event) {
            board.foresight = event.foresight();
            board.running.expect(event.ends());
        }

        public void seen(SoftEvent.CoursesSeen event) {
            board.running.watch(event.courses(), event.at());
        }

        public void shift(SoftEvent.TimeShifted event) {
            Instant planned = board.offerAt;
            board.offerAt = planned == null ? null : planned.plus(event.by());
        }
    }
}
