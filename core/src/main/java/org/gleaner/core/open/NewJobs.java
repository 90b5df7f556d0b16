package org.gleaner.core.open;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.FileNames;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Decides about new jobs that come together: all are taken, or none. Their ids follow each other, every job younger
 * than those that it waits for, because all else relies on that. Which id belongs to which job is a function of the
 * bundle and of the first id, so the key has to remember no more than that one.
 */
final class NewJobs {
    /** What the caller is told of jobs that are taken. */
    interface Told {
        Reply of(List<JobId> jobs, boolean again);
    }

    private final JobDecisions by;
    private final Command.SubmitAll command;
    private final List<Bundle.Member> members;
    private final List<Integer> order;

    NewJobs(JobDecisions by, Command.SubmitAll command) {
        this.by = by;
        this.command = command;
        this.members = command.bundle().members();
        this.order = command.bundle().order();
    }

    Decision decide(Address address, Told told) {
        if (order.size() < members.size()) {
            return invalid(new Violation.Circle(command.bundle().circle()));
        }
        SubmissionKey key = command.key();
        KeyRow earlier = key == null ? null : by.jobs().key(key);
        if (key != null && earlier != null) {
            return earlier.key().fingerprint() == key.fingerprint()
                    ? Decision.reply(address, told.of(ids(earlier.job()), true))
                    : new Decision.Refused(new Rejection.KeyReused(key.key()));
        }
        Reply instead = command.instead();
        if (instead != null) {
            return Decision.reply(address, instead);
        }
        List<JobId> ids = ids(by.jobs().next());
        List<JobSpec> specs = specs(ids);
        // Before anybody is asked to upload what could not be kept, and before anything is made of what is too much.
        Optional<Rejection> refused = faulty(specs)
                .or(() -> by.tooMuch(command.caller().owner(), command.demand()))
                .or(() -> by.jobs()
                        .work()
                        .objection(
                                command.caller().owner(),
                                specs.stream().map(JobSpec::kept).toList()));
        if (refused.isPresent()) {
            return new Decision.Refused(refused.get());
        }
        Expected expected = new Expected(ids, specs);
        Optional<Rejection> unordered = unordered(expected);
        if (unordered.isPresent()) {
            return new Decision.Refused(unordered.get());
        }
        if (!command.missing().isEmpty()) {
            return new Decision.Refused(new Rejection.MissingBlobs(command.missing()));
        }
        AddressedReply reply = new AddressedReply(address, told.of(ids, false));
        return new Decision.Accepted(events(ids, specs, expected), List.of(reply), List.of());
    }

    private List<GridEvent> events(List<JobId> ids, List<JobSpec> specs, Expected expected) {
        Precedence precedence = new Precedence(expected, by.now());
        List<GridEvent> events = new ArrayList<>(members.size());
        for (int i : order) {
            Ordinals waiting = Ordinals.of(precedence.unmet(specs.get(i), null));
            List<EntryPage> pages = members.get(i).pages();
            events.add(new GridEvent.JobSubmitted(
                    ids.get(i),
                    command.caller().owner(),
                    by.now(),
                    specs.get(i).hosted(null),
                    pages,
                    events.isEmpty() ? command.key() : null,
                    waiting));
            if (specs.get(i).turn().paused() && specs.get(i).tasks() > 0) {
                Ordinals all = Ordinals.range(1, specs.get(i).tasks());
                events.add(new GridEvent.TasksMoved(ids.get(i), all, TaskState.PAUSED));
            }
            Hosting hosting = specs.get(i).hosting();
            if (hosting != null) {
                events.add(new GridEvent.HostSaved(ids.get(i), hosting, by.now()));
            }
        }
        return events;
    }

    private static Decision invalid(Violation violation) {
        return new Decision.Refused(new Rejection.InvalidSpec(List.of(violation)));
    }

    /** The ids of the members, as they are described, if the first that is taken has this one. */
    private List<JobId> ids(JobId first) {
        JobId[] ids = new JobId[order.size()];
        for (int rank = 0; rank < ids.length; rank++) {
            ids[order.get(rank)] = new JobId(first.value() + rank);
        }
        return List.of(ids);
    }

    /** What the members are when each knows the others by their ids. */
    private List<JobSpec> specs(List<JobId> ids) {
        List<JobSpec> specs = new ArrayList<>(members.size());
        for (Bundle.Member member : members) {
            List<Predecessor> after = new ArrayList<>(member.spec().turn().after());
            for (Predecessor one : member.after()) {
                after.add(one.with(ids.get(Bundle.position(one))));
            }
            specs.add(
                    member.after().isEmpty()
                            ? member.spec()
                            : member.spec().withTurn(member.spec().turn().after(after)));
        }
        return specs;
    }

    /** The first member that is wrong or too large in itself. */
    private Optional<Rejection> faulty(List<JobSpec> specs) {
        for (int i = 0; i < specs.size(); i++) {
            List<Violation> violations = by.violations(specs.get(i));
            int listed = JobDecisions.listed(specs.get(i));
            violations.addAll(NewTasks.violations(specs.get(i), members.get(i).pages()));
            if (violations.isEmpty()) {
                violations.addAll(
                        FileNames.pages(specs.get(i).inputs(), members.get(i).pages()));
            }
            boolean none = specs.get(i).tasks() == 0 && !specs.get(i).isGrowing();
            if (none || !pagesCover(listed, members.get(i).pages())) {
                violations.add(new Violation.WrongEntries(listed));
            }
            if (!violations.isEmpty()) {
                return Optional.of(new Rejection.InMember(i + 1, new Rejection.InvalidSpec(violations)));
            }
        }
        return Optional.empty();
    }

    /** Pages in order, all full but the last, together as many entries as the array has. */
    private static boolean pagesCover(int wanted, List<EntryPage> pages) {
        int entries = 0;
        for (int i = 0; i < pages.size(); i++) {
            boolean last = i == pages.size() - 1;
            if (pages.get(i).number() != i || (!last && pages.get(i).entries().size() != EntryPage.SIZE)) {
                return false;
            }
            entries += pages.get(i).entries().size();
        }
        return entries == wanted;
    }

    /** The first member that waits for something that it can't wait for. */
    private Optional<Rejection> unordered(Expected expected) {
        TreeMap<JobId, StoredJob> closed = new TreeMap<>();
        command.predecessors().forEach(job -> closed.put(job.id(), job));
        Precedence present = new Precedence(by.jobs(), by.now());
        Precedence precedence = new Precedence(expected, by.now());
        for (int i = 0; i < members.size(); i++) {
            JobSpec spec = members.get(i).spec();
            List<StoredJob> before = new ArrayList<>();
            for (Predecessor one : spec.turn().after()) {
                StoredJob known = closed.get(one.job());
                if (known != null) {
                    before.add(known);
                }
            }
            // By what is there already: nobody names a member by a number that it does not have yet.
            JobId unknown = present.unknown(command.caller(), spec, before);
            if (unknown != null) {
                return Optional.of(new Rejection.InMember(i + 1, new Rejection.UnknownPredecessor(unknown)));
            }
            List<Violation> violations = new ArrayList<>(precedence.violations(expected.specs.get(i), before));
            violations.addAll(Takers.violations(expected, expected.specs.get(i), before));
            if (!violations.isEmpty()) {
                return Optional.of(new Rejection.InMember(
                        i + 1,
                        new Rejection.InvalidSpec(
                                violations.stream().map(expected::told).toList())));
            }
        }
        return Optional.empty();
    }

    /** Open jobs as they will be once the new ones are there; these are made when somebody asks for them. */
    private final class Expected implements Precedence.Finder {
        private final List<JobSpec> specs;
        private final Map<JobId, Integer> positions = new HashMap<>();
        private final Map<JobId, OpenJob> made = new HashMap<>();

        private Expected(List<JobId> ids, List<JobSpec> specs) {
            this.specs = specs;
            for (int i = 0; i < ids.size(); i++) {
                positions.put(ids.get(i), i);
            }
        }

        @Override
        public @Nullable OpenJob get(JobId id) {
            Integer position = positions.get(id);
            return position == null
                    ? by.jobs().get(id)
                    : made.computeIfAbsent(
                            id,
                            one -> new OpenJob(
                                    one,
                                    command.caller().owner(),
                                    by.now(),
                                    specs.get(position).kept()));
        }

        /** A member has no number that means anything to the caller: it is told by its position. */
        private Violation told(Violation violation) {
            if (violation instanceof Violation.NoSuchTask none) {
                return new Violation.NoSuchTask(told(none.before()), none.task(), none.tasks());
            }
            if (violation instanceof Violation.NoSuchOutput none) {
                return new Violation.NoSuchOutput(told(none.before()), none.path());
            }
            if (violation instanceof Violation.NoSuchColumn none) {
                return new Violation.NoSuchColumn(told(none.before()), none.path(), none.column());
            }
            if (violation instanceof Violation.OneNameForAll one) {
                return new Violation.OneNameForAll(told(one.before()), one.to());
            }
            if (violation instanceof Violation.UnusableName one) {
                return new Violation.UnusableName(told(one.before()), one.to(), one.why());
            }
            return violation instanceof Violation.Uneven uneven
                    ? new Violation.Uneven(told(uneven.before()), uneven.theirs(), uneven.own())
                    : violation;
        }

        private Violation.Before told(Violation.Before before) {
            Integer position = positions.get(before.id());
            return position == null
                    ? before
                    : new Violation.Before(
                            new JobId(position + 1L), specs.get(position).name());
        }
    }
}
