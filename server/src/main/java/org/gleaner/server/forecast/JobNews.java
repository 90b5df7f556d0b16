package org.gleaner.server.forecast;

import java.time.Instant;
import java.util.Optional;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;

/** What happened to a job that decides what forecasts of it were worth. */
record JobNews(JobId job, Kind kind, Instant at) {
    enum Kind {
        /** All that was not cancelled is done. */
        DONE,
        /** It is gone, or nothing of it was done. */
        GONE,
        /** It is not any more what the forecasts were about. */
        CHANGED
    }

    /** Nothing if forecasts still are about the same. */
    static Optional<JobNews> of(GridEvent.Hard event, Instant now) {
        if (event instanceof GridEvent.JobClosed closed) {
            Kind kind = closed.tasks().done() > 0 ? Kind.DONE : Kind.GONE;
            return Optional.of(new JobNews(closed.job(), kind, closed.at()));
        }
        if (event instanceof GridEvent.JobDeleted deleted) {
            return Optional.of(new JobNews(deleted.job(), Kind.GONE, now));
        }
        return changed(event).map(job -> new JobNews(job, Kind.CHANGED, now));
    }

    /** The job that is not any more what forecasts were about. */
    static Optional<JobId> changed(GridEvent.Hard event) {
        if (event instanceof GridEvent.TasksMoved moved) {
            // That tasks become ready is what forecasts expect of those that wait.
            boolean stopped = moved.to() == TaskState.PAUSED
                    || moved.to() == TaskState.BLOCKED
                    || moved.to() == TaskState.CANCELLED;
            return stopped ? Optional.of(moved.job()) : Optional.empty();
        }
        if (event instanceof GridEvent.TasksAdded added) {
            return Optional.of(added.job());
        }
        if (event instanceof GridEvent.JobSealed sealed) {
            // Before that nobody could know when it would end.
            return Optional.of(sealed.job());
        }
        if (event instanceof GridEvent.JobAdjusted adjusted) {
            return Optional.of(adjusted.job());
        }
        if (event instanceof GridEvent.CountersReset reset) {
            return Optional.of(reset.job());
        }
        if (event instanceof GridEvent.FilesRefreshed refreshed) {
            return Optional.of(refreshed.job());
        }
        return event instanceof GridEvent.JobReopened reopened
                ? Optional.of(reopened.job().id())
                : Optional.empty();
    }
}
