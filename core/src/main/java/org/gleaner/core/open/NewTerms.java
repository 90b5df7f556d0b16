package org.gleaner.core.open;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskState;

/**
 * Decides about new terms for jobs: for all that are selected, or none. Of very many all are looked at before the first
 * has new terms, some at a time; one that can't have them any more by then is left.
 */
record NewTerms(Command.Adjust command, Instant now) {
    Decision decide(Address address, Selection selection, OpenJobs jobs) {
        Command.Stretch stretch = command.stretch();
        Optional<Rejection> refused = selection.refused();
        if (refused.isPresent()) {
            return new Decision.Refused(refused.get());
        }
        if (selection.parts().isEmpty() && selection.next() == null) {
            return new Decision.Refused(new Rejection.NothingSelected("set"));
        }
        if (stretch == null && selection.next() != null) {
            return Decision.reply(address, new Reply.TooManyAtOnce(jobs.all().lastKey()));
        }
        List<GridEvent> events = new ArrayList<>();
        List<JobId> adjusted = new ArrayList<>();
        for (Selection.Part part : selection.parts()) {
            Optional<Rejection> objection = objection(part);
            if (objection.isPresent() && (stretch == null || stretch.trial())) {
                return new Decision.Refused(objection.get());
            }
            if (objection.isEmpty() && (stretch == null || !stretch.trial())) {
                adjusted.add(part.job().id());
                adjust(part.job(), events);
            }
        }
        Reply reply = new Reply.Adjusted(adjusted, selection.next());
        return new Decision.Accepted(events, List.of(new AddressedReply(address, reply)), List.of());
    }

    /** Terms hold for whole jobs, so a selector that names tasks is refused and not taken for their jobs. */
    private Optional<Rejection> objection(Selection.Part part) {
        OpenJob job = part.job();
        if (!part.whole()) {
            return Optional.of(
                    new Rejection.IllegalTransition(job.id(), "set", Rejection.Obstacle.Plain.ONLY_WHOLE_JOBS_ARE_SET));
        }
        JobSpec after;
        try {
            after = command.terms().at(now).of(job.spec());
        } catch (IllegalArgumentException e) {
            return Optional.of(
                    new Rejection.InvalidSpec(List.of(new Violation.WrongTerms(String.valueOf(e.getMessage())))));
        }
        Instant deadline = command.terms().deadline();
        if (deadline != null && command.terms().areTooLate(now)) {
            return Optional.of(new Rejection.InvalidSpec(List.of(new Violation.DeadlinePast(deadline, true, now))));
        }
        Optional<Violation> crossed = command.terms().begin() == null && deadline == null
                ? Optional.empty()
                : Violation.DeadlineBeforeBegin.of(after.turn(), true, now);
        if (crossed.isPresent()) {
            return Optional.of(new Rejection.InvalidSpec(List.of(crossed.get())));
        }
        return command.terms().begin() != null && after.turn().isBeforeBegin(now) && hasBegun(job)
                ? Optional.of(new Rejection.IllegalTransition(job.id(), "set", Rejection.Obstacle.Plain.HAS_BEGUN))
                : Optional.empty();
    }

    private void adjust(OpenJob job, List<GridEvent> events) {
        JobSpec after = command.terms().at(now).of(job.spec());
        if (!after.equals(job.spec())) {
            events.add(GridEvent.JobAdjusted.to(job.id(), after));
        }
    }

    /** What may start or runs goes on, and is tried again when it is lost: nobody could keep it from starting. */
    private static boolean hasBegun(OpenJob job) {
        return job.states().count(TaskState.READY) > 0 || job.states().count(TaskState.RUNNING) > 0;
    }
}
