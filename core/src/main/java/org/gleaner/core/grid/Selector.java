package org.gleaner.core.grid;

import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.jspecify.annotations.Nullable;

/** Names jobs and tasks: {@code 7}, {@code 7.3}, {@code 7.1-50}, {@code last}, {@code all}, {@code name:sweep} … */
public sealed interface Selector {
    /** One whole job. */
    record OneJob(JobId job) implements Selector {}

    /** Whole jobs by their numbers, as programs name them; nobody writes this by hand. */
    record SomeJobs(SortedSet<JobId> jobs) implements Selector {
        public SomeJobs {
            jobs = Collections.unmodifiableSortedSet(new TreeSet<>(jobs));
        }
    }

    /** Some tasks of one job. */
    record SomeTasks(JobId job, Ordinals ordinals) implements Selector {}

    /** The caller's youngest job. */
    record Last() implements Selector {}

    /** Every job of the caller that is open; where an admin only looks, everybody's. */
    record All() implements Selector {}

    /**
     * Every open job of one owner; the only way in which an admin means many jobs of others.
     *
     * @param owner null: of everybody
     */
    record Owned(@Nullable Owner owner) implements Selector {
        public boolean finds(Owner whose) {
            return owner == null || owner.equals(whose);
        }
    }

    /** Jobs of this name. */
    record Named(String name) implements Selector {}

    /** Jobs of this type. */
    record Typed(String type) implements Selector {}

    /** The tasks in this state, of all jobs. */
    record InState(TaskState state) implements Selector {}

    /**
     * Jobs as somebody looks for them, with all of this; nobody writes this by hand.
     *
     * @param text is part of the name, with the letters a to z in either case; empty: any name
     * @param owner null: anybody's
     * @param state of the job as a whole; null: any
     * @param type null: any
     */
    record Search(
            String text,
            @Nullable Owner owner,
            @Nullable TaskState state,
            @Nullable String type) implements Selector {
        public Search {
            text = lower(text);
        }

        public boolean finds(JobSpec spec, Owner whose, TaskState now) {
            return (owner == null || owner.equals(whose))
                    && (type == null || type.equals(spec.type()))
                    && (state == null || state == now)
                    && (text.isEmpty() || lower(spec.name()).contains(text));
        }

        /** Databases know no other letters in both cases either. */
        private static String lower(String text) {
            StringBuilder lower = new StringBuilder(text);
            for (int i = 0; i < lower.length(); i++) {
                char letter = lower.charAt(i);
                if (letter >= 'A' && letter <= 'Z') {
                    lower.setCharAt(i, (char) (letter + ('a' - 'A')));
                }
            }
            return lower.toString();
        }
    }

    /** Whether it names a job by its number, or tasks of it. */
    default boolean isOfOneJob() {
        return named().isPresent();
    }

    /** The one job that it names by its number. */
    default Optional<JobId> named() {
        if (this instanceof OneJob one) {
            return Optional.of(one.job());
        }
        return this instanceof SomeTasks some ? Optional.of(some.job()) : Optional.empty();
    }

    /** Whether jobs that are over are never meant. */
    default boolean isOpenOnly() {
        return this instanceof All || this instanceof Owned;
    }

    /** Whether it says whose jobs it means: by their numbers, or by their owner. */
    default boolean saysWhose() {
        return isOfOneJob() || this instanceof SomeJobs || this instanceof Last || this instanceof Owned;
    }

    /** Who changes what it means: an admin's {@code all} is no word about the jobs of others. */
    default Caller touchedBy(Caller caller) {
        return saysWhose() ? caller : caller.alone();
    }

    Pattern NUMBERS = Pattern.compile("([0-9]{1,18})(?:\\.([0-9]{1,9})(?:-([0-9]{1,9}))?)?");

    /** Reads a selector as people write it; anything else is an {@link IllegalArgumentException} with a remedy. */
    static Selector parse(String text) {
        if (text.equals("last")) {
            return new Last();
        }
        if (text.equals("all")) {
            return new All();
        }
        int colon = text.indexOf(':');
        if (colon > 0 && colon < text.length() - 1) {
            String rest = text.substring(colon + 1);
            switch (text.substring(0, colon)) {
                case "name":
                    return new Named(rest);
                case "owner":
                    return new Owned(rest.equals("*") ? null : new Owner(rest));
                case "type":
                    return new Typed(rest);
                case "state":
                    return new InState(state(rest));
                default:
                    break;
            }
        }
        Matcher match = NUMBERS.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' selects nothing; write 7, 7.3, 7.1-50, last, all, name:N, type:T, state:S or owner:U");
        }
        JobId job = new JobId(Long.parseLong(match.group(1)));
        if (match.group(2) == null) {
            return new OneJob(job);
        }
        int first = Integer.parseInt(match.group(2));
        int last = match.group(3) == null ? first : Integer.parseInt(match.group(3));
        return new SomeTasks(job, Ordinals.range(first, last));
    }

    private static TaskState state(String word) {
        for (TaskState state : TaskState.ALL) {
            if (state.word().equals(word.toLowerCase(Locale.ROOT))) {
                return state;
            }
        }
        throw new IllegalArgumentException(
                "'" + word + "' is not a state; states are waiting, ready, running, done, paused, blocked, cancelled");
    }
}
