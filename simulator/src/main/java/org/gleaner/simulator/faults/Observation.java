package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.TaskState;
import org.gleaner.simulator.checker.BatchRun;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.Checker;
import org.gleaner.simulator.checker.Ledger;
import org.gleaner.simulator.checker.LedgerJob;
import org.gleaner.simulator.checker.OnDisk;
import org.jspecify.annotations.Nullable;

/** Shows everything that happens to the checkers, the ledger, the coverage and the trace. */
final class Observation {
    private final List<Checker> checkers;
    private final Coverage coverage;
    private final Trace trace;
    private final Ledger ledger = new Ledger();
    private boolean blockedByHand;

    Observation(List<Checker> checkers, Coverage coverage, Trace trace) {
        this.checkers = List.copyOf(checkers);
        this.coverage = coverage;
        this.trace = trace;
    }

    Ledger ledger() {
        return ledger;
    }

    void count(Mark mark) {
        coverage.count(mark);
        trace.note("fault", mark);
    }

    /** Counted but too common to be worth a line. */
    void countQuietly(Mark mark) {
        coverage.count(mark);
    }

    void note(String who, Object what) {
        trace.note(who, what);
    }

    void routed(AddressedCommand command, OnDisk disk) throws StoreException {
        for (Checker checker : checkers) {
            checker.routed(command, disk, ledger);
        }
    }

    void before(List<AddressedCommand> commands, Duration awake) {
        for (Checker checker : checkers) {
            checker.before(commands, ledger, awake);
        }
        blockedByHand = false;
        for (AddressedCommand one : commands) {
            trace.note("command", one);
            coverage.count(one.command());
            if (one.command() instanceof Command.NoteHopeless said) {
                said.deadlines().forEach(this::foreseen);
            }
            blockedByHand |= one.command() instanceof Command.ChangeJobs change && change.verb() == Verb.BLOCK;
            blockedByHand |= one.command() instanceof Command.ChangeMany change && change.verb() == Verb.BLOCK;
        }
    }

    /** Of a job that is over, or of a deadline that it has not. */
    private void foreseen(JobId id, Instant deadline) {
        LedgerJob job = ledger.job(id);
        if (job == null
                || job.closed()
                || !new Deadline(deadline).equals(job.spec().turn().deadline())) {
            coverage.count(Mark.FORECAST_OUTDATED);
        }
    }

    private static boolean isTooLate(Rejection why) {
        return why.bare() instanceof Rejection.InvalidSpec invalid
                && invalid.violations().stream().anyMatch(Violation.DeadlinePast.class::isInstance);
    }

    void committed(List<GridEvent.Hard> events) {
        for (GridEvent.Hard event : events) {
            trace.committed(event);
            coverage.count(event);
            for (Checker checker : checkers) {
                checker.committed(event, ledger);
            }
            transitions(event);
        }
    }

    /** The caller is told this, if the line holds. */
    void told(Reply reply) {
        if (reply instanceof Reply.Refused refused) {
            coverage.refused(refused.why().code());
            if (isTooLate(refused.why())) {
                coverage.count(Mark.DEADLINE_REFUSED);
            }
        }
        checkers.forEach(checker -> checker.told(reply, ledger));
    }

    void ran(BatchRun batch) {
        for (AddressedReply one : batch.result().replies()) {
            trace.note("reply", one);
            if (one.reply() instanceof Reply.Changed changed) {
                coverage.count(changed.verb());
            } else if (one.reply() instanceof Reply.Committed committed) {
                committed.content().answers().forEach(answer -> coverage.count(answer.verdict()));
            } else if (one.reply() instanceof Reply.Submitted submitted && submitted.again()) {
                coverage.count(Mark.SUBMIT_AGAIN);
            } else if (one.reply() instanceof Reply.Added added && added.again()) {
                coverage.count(Mark.ADD_AGAIN);
            }
        }
        if (batch.result().reloaded()) {
            count(Mark.RELOAD);
        }
        show(checker -> checker.ran(batch));
    }

    void crashed() {
        checkers.forEach(Checker::crashed);
    }

    void ended(BatchRun last) {
        show(checker -> checker.ended(last));
    }

    /** What a checker is shown. */
    private interface Sight {
        void to(Checker checker) throws StoreException;
    }

    private void show(Sight sight) {
        try {
            for (Checker checker : checkers) {
                sight.to(checker);
            }
        } catch (StoreException e) {
            throw new BrokenRule("store", "the store could not be read", e);
        }
    }

    /** Lets the ledger take the event and counts what it did to tasks. */
    private void transitions(GridEvent.Hard event) {
        if (event instanceof GridEvent.TasksMoved moved) {
            LedgerJob job = ledger.job(moved.job());
            if (moved.to() == TaskState.BLOCKED && !blockedByHand) {
                coverage.count(Mark.STARTS_NOWHERE);
            }
            if (job != null) {
                moved.ordinals().toBits().stream().forEach(ordinal -> {
                    TaskState from = job.state(ordinal);
                    coverage.moved(
                            from, from == TaskState.RUNNING && !moved.to().isFinal() ? from : moved.to());
                });
            }
            ledger.enter(event);
            return;
        }
        AttemptId attempt = attemptOf(event);
        LedgerJob job = attempt == null ? null : ledger.job(attempt.job());
        TaskState from = job == null || attempt == null ? TaskState.READY : job.state(attempt.ordinal());
        if (event instanceof GridEvent.AttemptAssigned) {
            boolean copy = from == TaskState.RUNNING;
            if (copy) {
                coverage.count(Mark.COPY_STARTED);
            }
            coverage.chosen(ledger.text(copy ? Setting.REDUNDANCY : Setting.STRATEGY));
        }
        changed(event);
        if (event instanceof GridEvent.AttemptEnded ended) {
            coverage.count(ended.report().outcome());
            if (job != null && job.live(ended.attempt().ordinal()).size() > 1) {
                copyEnded(ended, job.live(ended.attempt().ordinal()));
            }
            if (job != null
                    && ended.report().outcome() == Outcome.DONE
                    && !job.live().containsKey(ended.attempt())) {
                coverage.count(Mark.LATE_SUCCESS);
            }
        }
        ledger.enter(event);
        if (job != null && attempt != null) {
            coverage.moved(from, job.state(attempt.ordinal()));
        }
        if (event instanceof GridEvent.BrakeSet set && !set.brake().note().isEmpty()) {
            coverage.count(Mark.BRAKE);
        }
        if (event instanceof GridEvent.DeadlineHopeless hopeless) {
            boolean past = !hopeless.at().isBefore(hopeless.deadline());
            coverage.count(past ? Mark.DEADLINE_PASSED : Mark.DEADLINE_FORESEEN);
        }
        if (event instanceof GridEvent.FilesRefreshed fresh) {
            LedgerJob refreshed = ledger.job(fresh.job());
            if (refreshed != null && refreshed.spec().array() instanceof ArrayShape.Listed) {
                coverage.count(Mark.FILES_REFRESHED_LISTED);
            }
        }
    }

    /** Counts what is changed in the midst of work that was given out by the rules before. */
    private void changed(GridEvent.Hard event) {
        if (!(event instanceof GridEvent.SettingChanged set)) {
            return;
        }
        if (set.name().equals(Setting.STRATEGY.word())
                && ledger.jobs().values().stream().anyMatch(job -> !job.live().isEmpty())) {
            coverage.count(Mark.STRATEGY_CHANGED_WHILE_TASKS_RAN);
        } else if (set.name().equals(Setting.REDUNDANCY.word())
                && ledger.jobs().values().stream().anyMatch(LedgerJob::hasCopies)) {
            coverage.count(Mark.REDUNDANCY_CHANGED_WHILE_COPIES_RAN);
        }
    }

    private void copyEnded(GridEvent.AttemptEnded ended, List<AttemptId> copies) {
        Outcome outcome = ended.report().outcome();
        if (outcome == Outcome.DONE && !ended.attempt().equals(copies.get(0))) {
            coverage.count(Mark.COPY_WON);
        } else if (outcome == Outcome.EXITED && ended.then() == TaskState.RUNNING) {
            coverage.count(Mark.COPY_FAILED_WHILE_ANOTHER_RAN);
        }
    }

    private static @Nullable AttemptId attemptOf(GridEvent.Hard event) {
        if (event instanceof GridEvent.AttemptAssigned assigned) {
            return assigned.attempt();
        }
        if (event instanceof GridEvent.AttemptEnded ended) {
            return ended.attempt();
        }
        return event instanceof GridEvent.AttemptRevived revived ? revived.attempt() : null;
    }
}
