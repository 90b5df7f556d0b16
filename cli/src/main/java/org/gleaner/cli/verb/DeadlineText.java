package org.gleaner.cli.verb;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.message.Meets;
import org.jspecify.annotations.Nullable;

/** Whether jobs will be done by their deadlines, as people are told. What looks well is not worth a word. */
record DeadlineText(EtaText text) {
    /** A new job has a forecast a few seconds later, if the pool is not very busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private static final Duration PAUSE = Duration.ofMillis(300);

    /** Of so many new jobs it is asked one by one. */
    private static final int MOST_NEW = 50;

    /** Such as "Job 7 will probably miss its deadline: done Tue 18:55 (17:30 to 21:10), deadline Tue 17:00." */
    Optional<String> doubt(JobForecast job) {
        Instant deadline = job.deadline();
        if (deadline == null) {
            return Optional.empty();
        }
        // The forecast may be from before.
        boolean missed = job.meets() != null && !deadline.isAfter(text.now());
        return doubt(job.id(), deadline, missed ? Meets.HOPELESS : job.meets(), job.finish());
    }

    Optional<String> doubt(JobSummary job, Forecast.@Nullable Span finish) {
        Deadline deadline = job.deadline();
        return deadline == null
                ? Optional.empty()
                : doubt(job.id(), deadline.at(), meets(deadline, finish).orElse(null), finish);
    }

    private Optional<String> doubt(JobId job, Instant deadline, @Nullable Meets meets, Forecast.@Nullable Span finish) {
        if (meets == null || meets == Meets.LIKELY) {
            return Optional.empty();
        }
        String does = switch (meets) {
            case PERHAPS -> " may miss its deadline: ";
            case UNLIKELY -> " will probably miss its deadline: ";
            default -> " can't meet its deadline any more: ";
        };
        return Optional.of("Job " + job + does + text.against(finish, deadline) + ".");
    }

    /** Of a job that is done whether, and by how much, it was late. */
    static Optional<String> missed(UserCalls calls, JobDetail detail) throws CallFailed {
        Deadline deadline = detail.spec().turn().deadline();
        TaskState state = detail.summary().tasks().jobState(detail.summary().growing());
        if (deadline == null || state != TaskState.DONE) {
            return Optional.empty();
        }
        JobId job = detail.summary().id();
        EtaText text = EtaText.by(detail.now());
        return calls.forecasts(job.toString(), "").get().jobs().stream()
                .filter(told -> told.reason() == Reason.CLOSED)
                .flatMap(told -> missed(told, deadline.at(), text).stream())
                .findFirst();
    }

    static Optional<String> missed(JobForecast told, Instant deadline, EtaText text) {
        Forecast.Span finish = told.finish();
        Instant ended = finish == null ? null : finish.p50();
        return ended == null || !ended.isAfter(deadline)
                ? Optional.empty()
                : Optional.of("Job " + told.id() + " finished " + Spans.text(Spans.between(deadline, ended))
                        + " after its deadline (" + text.past(deadline) + ").");
    }

    /** Behind the time that is left, in a column. */
    String mark(JobSummary job, Forecast.@Nullable Span finish) {
        Deadline deadline = job.deadline();
        Meets meets = deadline == null ? null : meets(deadline, finish).orElse(null);
        return meets == null || meets == Meets.LIKELY ? "" : meets == Meets.PERHAPS ? " (late?)" : " (late)";
    }

    private Optional<Meets> meets(Deadline deadline, Forecast.@Nullable Span finish) {
        if (finish != null) {
            return Optional.of(Meets.of(deadline.at(), finish, text.now()));
        }
        return deadline.hopeless() ? Optional.of(Meets.HOPELESS) : Optional.empty();
    }

    /** What the server thinks of a job that it has just taken; if it does not say so within seconds, who will. */
    static List<String> ofNew(JobId job, UserCalls calls) throws InterruptedException {
        return new DeadlineText(EtaText.here())
                .atFirst(job, told(job, calls, System.nanoTime() + PATIENCE.toNanos())).stream()
                        .toList();
    }

    /** The same of several: of those that are not known in time it is said once. */
    static List<String> ofNew(List<JobId> jobs, UserCalls calls) throws InterruptedException {
        if (jobs.size() == 1) {
            return ofNew(jobs.get(0), calls);
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        DeadlineText text = new DeadlineText(EtaText.here());
        List<String> all = new ArrayList<>();
        int unknown = Math.max(0, jobs.size() - MOST_NEW);
        for (JobId job : jobs.subList(0, Math.min(MOST_NEW, jobs.size()))) {
            JobForecast told = told(job, calls, end);
            boolean checked = told != null && (told.meets() != null || isSettled(told.reason()));
            unknown += checked ? 0 : 1;
            if (checked) {
                text.atFirst(job, told).ifPresent(all::add);
            }
        }
        if (unknown > 0) {
            all.add("No forecast yet of " + Counted.of(unknown, "job") + "; 'gleaner eta' will say whether "
                    + (unknown == 1 ? "it meets its deadline." : "they meet their deadlines."));
        }
        return all;
    }

    /** Asks at least once, and again until the time given by the clock that only runs. */
    private static @Nullable JobForecast told(JobId job, UserCalls calls, long end) throws InterruptedException {
        JobForecast told;
        do {
            try {
                told = calls.forecasts(job.toString(), "").get().jobs().stream()
                        .findFirst()
                        .orElse(null);
            } catch (CallFailed away) {
                // It was taken, which is what counts.
                told = null;
            }
            if (told == null || told.futures() > 1 || isSettled(told.reason())) {
                break;
            }
            Thread.sleep(PAUSE.toMillis());
        } while (System.nanoTime() < end);
        return told;
    }

    private static boolean isSettled(@Nullable Reason reason) {
        return reason == Reason.UNKNOWN || reason == Reason.CLOSED;
    }

    Optional<String> atFirst(JobId job, @Nullable JobForecast told) {
        Optional<String> doubt = told == null ? Optional.empty() : doubt(told);
        if (told != null && doubt.isEmpty() && told.reason() == Reason.UNKNOWN) {
            return Optional.of("can't tell yet whether job " + job + " meets its deadline: the run times of its tasks,"
                    + " or of those it waits for, are unknown. 'gleaner eta " + job + "' will say once one is done;"
                    + " next time, give an estimate, such as --expect 10s.");
        }
        boolean checked = told != null && (told.meets() != null || told.reason() == Reason.CLOSED);
        return checked || doubt.isPresent()
                ? doubt
                : Optional.of("No forecast yet; 'gleaner eta " + job + "' will say whether it meets its deadline.");
    }
}
