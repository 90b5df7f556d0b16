package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Rejection.Obstacle;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Decides about a checkpoint of a problem. Its units come in the same decision, and so in the same transaction: a crash
 * leaves both or neither.
 */
record HostedUnits(JobDecisions by, Command.SaveHost command) {
    Decision decide(Address address) {
        OpenJob job = by.jobs().get(command.job());
        if (job == null || !command.caller().mayTouch(job.owner())) {
            return new Decision.Refused(new Rejection.UnknownJob(command.job()));
        }
        Hosting before = job.spec().hosting();
        if (before != null && command.hosting().checkpoint() == 0) {
            // Whoever did not hear the answer asks again.
            return Decision.acknowledge(address, List.of());
        }
        Optional<Rejection> refused = refused(job, before);
        if (refused.isPresent()) {
            return new Decision.Refused(refused.get());
        }
        if (by.tooMuch(job.owner(), command.demand()).orElse(null) instanceof Rejection.QuotaExceeded cramped) {
            return cramped(address, cramped);
        }
        List<GridEvent> events = new ArrayList<>();
        if (!command.entries().isEmpty()) {
            events.add(new GridEvent.TasksAdded(
                    job.id(),
                    job.spec().tasks() + 1,
                    command.entries(),
                    NewTasks.state(job, by.now()),
                    by.now(),
                    null));
        }
        events.add(new GridEvent.HostSaved(job.id(), command.hosting(), by.now()));
        if (!command.hosting().stopped().isEmpty()) {
            stop(job, events);
        }
        return Decision.acknowledge(address, events);
    }

    /** Not taken, and whoever asks why the problem stands still is told so. */
    private Decision cramped(Address address, Rejection.QuotaExceeded why) {
        return new Decision.Accepted(
                List.of(new SoftEvent.HostCramped(command.job(), why)),
                List.of(new AddressedReply(address, new Reply.Refused(why))),
                List.of());
    }

    /**
     * A task that is cancelled stands for all that will not be done any more: else a job whose units happen to be done
     * would look as if the problem were solved, also to those that wait for it.
     */
    private void stop(OpenJob job, List<GridEvent> events) {
        int rest = job.spec().tasks() + command.entries().size() + 1;
        List<Entry> entry = List.of(new Entry("", List.of()));
        events.add(new GridEvent.TasksAdded(job.id(), rest, entry, TaskState.PAUSED, by.now(), null));
        events.add(new GridEvent.TasksMoved(job.id(), Ordinals.one(rest), TaskState.CANCELLED));
        Brake brake = job.brake();
        String note =
                KeptText.stopped(command.hosting().stopped().lines().findFirst().orElse(""));
        events.add(new GridEvent.BrakeSet(job.id(), new Brake(brake.firstFailures(), brake.blockedBefore(), note)));
    }

    private Optional<Rejection> refused(OpenJob job, @Nullable Hosting before) {
        if (before == null) {
            boolean fresh = job.isGrowing()
                    && job.spec().tasks() == 0
                    && command.hosting().checkpoint() == 0;
            return fresh ? missing() : Optional.of(not(Obstacle.Plain.NOT_TO_BE_HOSTED));
        }
        if (!job.isGrowing()) {
            return Optional.of(not(Obstacle.Plain.SEALED));
        }
        if (!before.isOpen() || command.hosting().checkpoint() != before.checkpoint() + 1) {
            return Optional.of(not(Obstacle.Plain.OTHER_CHECKPOINT));
        }
        return tooMuch(job).or(this::missing);
    }

    private Optional<Rejection> tooMuch(OpenJob job) {
        long tasks = (long) job.spec().tasks() + command.entries().size();
        int limit = by.settings().count(Setting.ARRAY_LIMIT);
        if (tasks > limit) {
            return Optional.of(
                    new Rejection.InvalidSpec(List.of(new Violation.TooMuch(Violation.Part.TASKS, tasks, limit))));
        }
        return command.entries().stream()
                .mapToLong(JobWeight::entry)
                .filter(weight -> weight > JobWeight.GROWING_ENTRY_LIMIT)
                .boxed()
                .findFirst()
                .<Rejection>map(weight -> new Rejection.InvalidSpec(
                        List.of(new Violation.TooMuch(Violation.Part.ENTRY, weight, JobWeight.GROWING_ENTRY_LIMIT))))
                .or(() -> by.jobs()
                        .work()
                        .objection(job.owner(), command.entries().size()));
    }

    private Optional<Rejection> missing() {
        return command.missing().isEmpty()
                ? Optional.empty()
                : Optional.of(new Rejection.MissingBlobs(command.missing()));
    }

    private Rejection not(Obstacle why) {
        return new Rejection.IllegalTransition(command.job(), "host", why);
    }
}
