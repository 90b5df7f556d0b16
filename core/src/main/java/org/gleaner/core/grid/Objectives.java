package org.gleaner.core.grid;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** What owners want for their own jobs, where it is not what counts for the pool. Immutable. */
public final class Objectives {
    /** Nobody wants anything special. */
    public static final String NONE = "none";

    /** The same. */
    public static final Objectives NOBODY = new Objectives();

    private static final int MOST = 1_000;

    private final TreeMap<Owner, Objective> owners = new TreeMap<>();

    private Objectives() {}

    /** Such as {@code alice=flow,bob=makespan}; an {@link IllegalArgumentException} says what is wrong with it. */
    public static Objectives parse(String text) {
        Objectives objectives = new Objectives();
        if (text.equals(NONE)) {
            return objectives;
        }
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + part + "' is not written as in alice=flow,bob=makespan");
            }
            Owner owner = new Owner(part.substring(0, equals).strip());
            Objective wanted = Objective.named(part.substring(equals + 1).strip());
            if (objectives.owners.put(owner, wanted) != null) {
                throw new IllegalArgumentException("'" + owner.name() + "' has two objectives");
            }
        }
        if (objectives.owners.size() > MOST) {
            throw new IllegalArgumentException("there are more than " + MOST + " objectives");
        }
        return objectives;
    }

    public NavigableMap<Owner, Objective> of() {
        return Collections.unmodifiableNavigableMap(owners);
    }

    /**
     * The same but for one owner.
     *
     * @param wanted null: what counts for the pool
     */
    public Objectives with(Owner owner, @Nullable Objective wanted) {
        Objectives changed = new Objectives();
        changed.owners.putAll(owners);
        if (wanted == null) {
            changed.owners.remove(owner);
        } else {
            changed.owners.put(owner, wanted);
        }
        return changed;
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return owners.isEmpty()
                ? NONE
                : owners.entrySet().stream()
                        .map(one -> one.getKey().name() + "=" + one.getValue().word())
                        .collect(Collectors.joining(","));
    }
}
