package org.gleaner.core.open;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.FileNames;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/** Decides about tasks that come to a growing job: all are taken, or none. */
record NewTasks(JobDecisions by, Command.AddTasks command) {
    Decision decide(Address address) {
        // First what came before: whoever did not hear the answer asks again, also after the job is over.
        SubmissionKey key = command.key();
        KeyRow earlier = key == null ? null : by.jobs().key(key);
        if (key != null && earlier != null) {
            boolean same = earlier.key().fingerprint() == key.fingerprint()
                    && earlier.job().equals(command.job())
                    && earlier.first() > 0;
            return same
                    ? Decision.reply(address, added(earlier.first(), true))
                    : new Decision.Refused(new Rejection.KeyReused(key.key()));
        }
        Reply instead = command.instead();
        if (instead != null) {
            return Decision.reply(address, instead);
        }
        OpenJob job = by.jobs().get(command.job());
        Optional<Rejection> refused = refused(job);
        if (job == null || refused.isPresent()) {
            return new Decision.Refused(refused.orElseGet(() -> new Rejection.UnknownJob(command.job())));
        }
        if (command.entries().isEmpty()) {
            GridEvent heard = new SoftEvent.GrowerHeard(job.id(), by.now());
            return new Decision.Accepted(
                    List.of(heard), List.of(new AddressedReply(address, added(0, false))), List.of());
        }
        int first = job.spec().tasks() + 1;
        GridEvent event =
                new GridEvent.TasksAdded(job.id(), first, command.entries(), state(job), by.now(), command.key());
        return new Decision.Accepted(
                List.of(event), List.of(new AddressedReply(address, added(first, false))), List.of());
    }

    private Reply added(int first, boolean again) {
        return new Reply.Added(command.job(), first, command.entries().size(), again);
    }

    private Optional<Rejection> refused(@Nullable OpenJob job) {
        if (job == null && command.closed()) {
            return Optional.of(not(Rejection.Obstacle.Plain.OVER_AND_FULL));
        }
        if (job == null || !command.caller().mayTouch(job.owner())) {
            return Optional.of(new Rejection.UnknownJob(command.job()));
        }
        if (!job.isGrowing()) {
            return Optional.of(not(Rejection.Obstacle.Plain.SEALED));
        }
        if (job.spec().hosting() != null) {
            return Optional.of(not(Rejection.Obstacle.Plain.HOSTED));
        }
        int tasks = job.spec().tasks();
        if (command.first() != 0 && command.first() != tasks + 1) {
            return Optional.of(not(new Rejection.Obstacle.OtherTasks(tasks)));
        }
        List<Violation> violations = violations(job.spec());
        if (!violations.isEmpty()) {
            return Optional.of(new Rejection.InvalidSpec(violations));
        }
        return by.tooMuch(job.owner(), command.demand())
                .or(() -> by.jobs()
                        .work()
                        .objection(job.owner(), command.entries().size()))
                .or(() -> command.missing().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Rejection.MissingBlobs(command.missing())));
    }

    private Rejection not(Rejection.Obstacle why) {
        return new Rejection.IllegalTransition(command.job(), "add", why);
    }

    private List<Violation> violations(JobSpec spec) {
        List<Violation> violations = new ArrayList<>();
        long tasks = (long) spec.tasks() + command.entries().size();
        int limit = by.settings().count(Setting.ARRAY_LIMIT);
        if (tasks > limit) {
            violations.add(new Violation.TooMuch(Violation.Part.TASKS, tasks, limit));
        }
        int columns = spec.array() instanceof ArrayShape.Listed listed
                ? listed.columns().size()
                : 0;
        for (int i = 0; i < command.entries().size(); i++) {
            int cells = command.entries().get(i).cells().size();
            if (cells != columns) {
                violations.add(new Violation.WrongCells(i + 1, cells, columns));
                break;
            }
        }
        tooLong(command.entries()).ifPresent(violations::add);
        // Where many inputs lie aside, the desk has looked.
        violations.addAll(FileNames.entries(spec.inputs(), command.entries()));
        return violations;
    }

    /** The same for those that come with the job itself. */
    static List<Violation> violations(JobSpec spec, List<EntryPage> pages) {
        List<Violation> violations = new ArrayList<>();
        if (!spec.isGrowing()) {
            return violations;
        }
        if (!spec.turn().after().isEmpty()) {
            violations.add(Violation.Plain.GROWING_IN_ORDER);
        }
        pages.stream()
                .map(page -> tooLong(page.entries()))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(violations::add);
        return violations;
    }

    private static Optional<Violation> tooLong(List<Entry> entries) {
        for (Entry entry : entries) {
            long weight = JobWeight.entry(entry);
            if (weight > JobWeight.GROWING_ENTRY_LIMIT) {
                return Optional.of(new Violation.TooMuch(Violation.Part.ENTRY, weight, JobWeight.GROWING_ENTRY_LIMIT));
            }
        }
        return Optional.empty();
    }

    /** As the job is: on hold or paused, or too early, or ready to start. */
    private TaskState state(OpenJob job) {
        return state(job, by.now());
    }

    static TaskState state(OpenJob job, Instant now) {
        if (job.spec().turn().paused() || job.states().isPaused()) {
            return TaskState.PAUSED;
        }
        return job.spec().turn().isBeforeBegin(now) ? TaskState.WAITING : TaskState.READY;
    }
}
