package org.gleaner.core.node;

import java.util.List;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Label;
import org.gleaner.core.job.RuntimeVersion;

/**
 * What a node can do for tasks beside giving them room.
 *
 * @param runtimes what is installed on it
 * @param tags what its keeper calls it
 * @param types the only types of job that it takes; none: all
 * @param enforced what it can hold tasks to, such as {@code sandbox}, {@code memory} and {@code disk}
 * @param provides what is counted and in it, such as graphics cards
 */
public record Abilities(
        List<RuntimeVersion> runtimes, List<String> tags, List<String> types, List<String> enforced, Amounts provides) {
    /** The word for confinement in a sandbox. */
    public static final String SANDBOX = "sandbox";

    public static final Abilities NONE = new Abilities(List.of(), List.of(), List.of(), List.of());
    private static final int MOST = 200;
    private static final int LONGEST_TYPE = 200;

    /** Nothing that is counted. */
    public Abilities(List<RuntimeVersion> runtimes, List<String> tags, List<String> types, List<String> enforced) {
        this(runtimes, tags, types, enforced, Amounts.NONE);
    }

    public Abilities withRuntimes(List<RuntimeVersion> newRuntimes) {
        return new Abilities(newRuntimes, tags, types, enforced, provides);
    }

    public Abilities {
        runtimes = List.copyOf(runtimes);
        tags = List.copyOf(tags);
        types = List.copyOf(types);
        enforced = List.copyOf(enforced);
        if (runtimes.size() > MOST || tags.size() > MOST || types.size() > MOST || enforced.size() > MOST) {
            throw new IllegalArgumentException("a node has at most " + MOST + " runtimes, tags and types each");
        }
        tags.forEach(tag -> Label.check("tag", tag));
        enforced.forEach(word -> Label.check("enforced", word));
        for (String type : types) {
            if (type.isBlank() || type.length() > LONGEST_TYPE) {
                throw new IllegalArgumentException("a type has 1 to " + LONGEST_TYPE + " characters");
            }
        }
    }

    public Abilities withEnforced(List<String> words) {
        return new Abilities(runtimes, tags, types, words, provides);
    }

    public Abilities withProvided(Amounts amounts) {
        return new Abilities(runtimes, tags, types, enforced, amounts);
    }
}
