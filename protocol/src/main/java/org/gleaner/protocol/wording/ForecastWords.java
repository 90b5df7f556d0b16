package org.gleaner.protocol.wording;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.message.Expectation;
import org.gleaner.protocol.message.Expectation.Standstill;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.NextForecast;
import org.gleaner.protocol.message.NotBefore;
import org.jspecify.annotations.Nullable;

/** What is told of when a job will be done. A number that nobody can know is not told: a sentence says why. */
public final class ForecastWords {
    /** What comes within this comes shortly. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private ForecastWords() {}

    /**
     * @param expected what was found of it; null: nothing yet
     * @param next when there will be more
     */
    public static JobForecast of(JobSummary job, @Nullable Expectation expected, NextForecast next) {
        Instant ended = job.ended();
        TaskCounts tasks = job.tasks();
        if (ended != null || tasks.done() + tasks.cancelled() == tasks.total()) {
            Forecast.Span then = ended == null ? null : new Forecast.Span(ended, ended, ended);
            return new JobForecast(
                    job.id(),
                    job.name(),
                    job.owner(),
                    null,
                    0,
                    !job.growing() || tasks.total() > 0,
                    null,
                    then,
                    job.growing() ? Reason.WAITS : Reason.CLOSED,
                    over(job),
                    null,
                    null,
                    null);
        }
        return new Words(job, expected, next).forecast();
    }

    /**
     * Before which a job doesn't start, and why.
     *
     * @param text a time, in the words of whoever reads it
     */
    public static String notBefore(@Nullable NotBefore when, Function<Instant, String> text) {
        Instant at = when == null ? null : when.at();
        if (when == null || at == null) {
            return "";
        }
        return when.job() == null
                ? "Won't start before " + text.apply(at) + " (--begin)."
                : "Probably won't start before " + text.apply(at) + ", because it waits for job " + when.job() + ".";
    }

    private static String text(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** None of its tasks is left to be done. */
    private static String over(JobSummary job) {
        if (!job.growing()) {
            return "Job " + job.id() + " is over.";
        }
        return job.hosted()
                ? "Nothing left to do until its host makes more units; 'why' says what it is waiting for."
                : "Nothing left to do until tasks are added.";
    }

    /** One open job. */
    private record Words(JobSummary job, @Nullable Expectation expected, NextForecast next) {
        JobForecast forecast() {
            TaskCounts tasks = job.tasks();
            boolean started = tasks.running() + tasks.done() > 0;
            Reason reason = reason();
            Deadline deadline = job.deadline();
            Forecast.Span start = null;
            Forecast.Span finish = null;
            if (expected != null && reason != Reason.SOON && reason != Reason.UNKNOWN) {
                start = started || isStuck(reason)
                        ? null
                        : said(expected.forecast().start());
                finish = isStuck(reason) ? null : said(expected.forecast().finish());
            }
            return new JobForecast(
                    job.id(),
                    job.name(),
                    job.owner(),
                    expected == null ? null : expected.at(),
                    expected == null ? 0 : expected.futures(),
                    started,
                    start,
                    finish,
                    reason,
                    reason == null ? "" : note(reason),
                    reason == Reason.HELD || reason == Reason.AFTER ? notBefore() : null,
                    deadline == null ? null : deadline.at(),
                    deadline == null ? null : meets(deadline, finish));
        }

        /** What was noticed before counts only while there is nothing newer: a forecast may have been wrong. */
        private @Nullable Meets meets(Deadline deadline, Forecast.@Nullable Span finish) {
            return expected != null && finish != null
                    ? Meets.of(deadline.at(), finish, expected.at(), expected.futures())
                    : deadline.hopeless() ? Meets.HOPELESS : null;
        }

        private static boolean isStuck(@Nullable Reason reason) {
            return reason == Reason.PAUSED
                    || reason == Reason.BLOCKED
                    || reason == Reason.WAITS
                    || reason == Reason.HALTED
                    || reason == Reason.MACHINES_PAUSED;
        }

        /** The counts are of now, and the rest is of when somebody looked. */
        private @Nullable Reason reason() {
            if (job.tasks().paused() > 0) {
                return Reason.PAUSED;
            }
            if (job.tasks().blocked() > 0) {
                return Reason.BLOCKED;
            }
            if (expected == null || job.id().equals(expected.stuck())) {
                // It was stuck when somebody looked, and is not any more.
                return Reason.SOON;
            }
            if (expected.stuck() != null) {
                return Reason.WAITS;
            }
            if (expected.standstill() != Standstill.NONE
                    && expected.forecast().finish().p50() == null) {
                return expected.standstill() == Standstill.HALTED ? Reason.HALTED : Reason.MACHINES_PAUSED;
            }
            NotBefore last = notBefore();
            boolean held = last != null && last.job() == null;
            Forecast.Span start = expected.forecast().start();
            if (start != null && said(start) == null && said(expected.forecast().finish()) == null) {
                // Whether a machine fits then is seen then: those of today may just not have come back yet.
                boolean waits = job.tasks().waiting() > 0 && (last != null || expected.begin() == null);
                return held ? Reason.HELD : waits ? Reason.WAITS : Reason.NONE_FITS;
            }
            if (expected.unknown() != null) {
                return isKnownMeanwhile() ? Reason.SOON : Reason.UNKNOWN;
            }
            if (held) {
                return Reason.HELD;
            }
            if (expected.forecast().finish().p50() == null) {
                return Reason.FAR;
            }
            if (expected.fails()) {
                return Reason.FAILS;
            }
            return last != null && last.at() != null ? Reason.AFTER : job.growing() ? Reason.GROWS : null;
        }

        /** Nobody knew how long its tasks take when somebody looked, and now one is done. */
        private boolean isKnownMeanwhile() {
            return expected != null
                    && job.id().equals(expected.unknown())
                    && job.tasks().done() > 0;
        }

        private boolean tasksWait() {
            TaskCounts tasks = job.tasks();
            return tasks.waiting() > 0 && tasks.ready() + tasks.running() + tasks.done() == 0;
        }

        private String note(Reason reason) {
            return switch (reason) {
                case SOON -> soon();
                case UNKNOWN -> unknown();
                case PAUSED ->
                    job.note().isEmpty()
                            ? standing(job.tasks().paused()) + " paused; can't finish until someone resumes "
                                    + them(job.tasks().paused()) + "."
                            : "Paused by the job itself after " + job.note()
                                    + "; can't finish until someone retries it.";
                case BLOCKED ->
                    standing(job.tasks().blocked()) + " blocked; can't finish until someone retries or cancels "
                            + them(job.tasks().blocked()) + ".";
                case WAITS -> waits();
                case HELD, AFTER -> ForecastWords.notBefore(notBefore(), ForecastWords::text);
                case HALTED ->
                    "Nothing starts in the whole pool: it was stopped with 'gleaner stop-all'. An admin can type"
                            + " 'gleaner resume-all'.";
                case MACHINES_PAUSED ->
                    "All machines are paused or draining; nothing starts until someone resumes one.";
                case NONE_FITS -> "No machine that can run it is available or expected to return.";
                case FAILS ->
                    "Some tasks, here or in a job it waits for, will probably fail for good: others of their type did,"
                            + " or took longer than --time allows. The time is when the rest could be done.";
                case GROWS -> "More tasks may be added.";
                case FAR -> "Not expected to be done within a year.";
                case CLOSED -> "It is over.";
            };
        }

        private String soon() {
            if (next.failing()) {
                return "No forecast: the server keeps failing to make one; its log says why.";
            }
            if (expected == null && next.leftOut()) {
                return "No forecast until fewer jobs are open: of very many that all differ, only the oldest of each"
                        + " owner are simulated.";
            }
            // What is left is rounded up, as whoever asks again after that shall not be told to wait once more.
            String when = next.left().compareTo(SOON) > 0
                    ? " in about "
                            + Spans.text(Duration.ofMinutes(
                                    next.left().plusMinutes(1).minusNanos(1).toMinutes()))
                    : "";
            if (isKnownMeanwhile()) {
                return "The next forecast" + (when.isEmpty() ? "" : "," + when + ",")
                        + " will know how long a task of type '" + job.type() + "' takes: one is done now.";
            }
            return when.isEmpty()
                    ? "No forecast yet; there will be one shortly."
                    : "No forecast yet; the next one comes" + when + ".";
        }

        private String unknown() {
            JobId which = expected == null ? null : expected.unknown();
            boolean own = which == null || which.equals(job.id());
            if (own && job.tasks().running() > 0) {
                int running = Math.max(1, job.tasks().started());
                return "Unknown until a task of type '" + job.type() + "' is done; "
                        + (running == 1 ? "one is" : running + " are") + " running.";
            }
            if (own && expected != null && expected.canary()) {
                return "Unknown until the task that goes first (--canary) is done: nothing of type '" + job.type()
                        + "' has run yet.";
            }
            return own
                    ? "Unknown: nothing of type '" + job.type() + "' has run yet. " + remedy()
                    : "Unknown: waiting for job " + which + ", and nothing of that job's type has run yet.";
        }

        /** What makes it known, in the words of whoever submitted it: an executor refuses a canary. */
        private String remedy() {
            if (expected != null && expected.ofProgram()) {
                return "Say how long a " + (job.hosted() ? "unit" : "call") + " takes with .with(\"expect\", \"20m\") "
                        + (job.hosted() ? "of the problem" : "in the executor's options")
                        + "; otherwise it is known once the first one is done.";
            }
            return "Submit with --expect to say how long a task takes"
                    + (job.tasks().total() > 1 ? ", or with --canary to run one task first." : ".");
        }

        private String waits() {
            JobId stuck = expected == null ? null : expected.stuck();
            NotBefore after = expected == null ? null : expected.after();
            return stuck == null
                    ? "Waiting for "
                            + (after == null || after.at() != null ? "a job that" : "job " + after.job() + ", which")
                            + " isn't expected to be done."
                    : "Waiting for job " + stuck + ", which is stuck: some of its tasks are paused or blocked.";
        }

        private static String them(int tasks) {
            return tasks == 1 ? "it" : "them";
        }

        private static String standing(int tasks) {
            return Counted.of(tasks, "task") + (tasks == 1 ? " is" : " are");
        }

        /** The later of the two. */
        private @Nullable NotBefore notBefore() {
            if (expected == null) {
                return null;
            }
            NotBefore after = tasksWait() ? expected.after() : null;
            Instant begin = expected.begin();
            if (begin == null || !begin.isAfter(expected.at())) {
                return after;
            }
            Instant done = after == null ? null : after.at();
            return done == null || begin.isAfter(done) ? new NotBefore(begin, null) : after;
        }

        private static Forecast.@Nullable Span said(Forecast.@Nullable Span span) {
            return span == null || (span.p10() == null && span.p50() == null && span.p90() == null) ? null : span;
        }
    }
}
