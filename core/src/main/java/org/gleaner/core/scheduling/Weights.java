package org.gleaner.core.scheduling;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;

/** What share of the pool owners, and types among those of their owner, shall have; 1 unless it is said. Immutable. */
public final class Weights {
    public static final String EQUAL = "equal";

    private static final int MOST = 1_000;

    private final SortedMap<Owner, Double> owners = new TreeMap<>();
    private final SortedMap<TypeKey, Double> types = new TreeMap<>();

    private Weights() {}

    /** Such as {@code alice=4,bob=2,alice/sim=1}; an {@link IllegalArgumentException} says what is wrong with it. */
    public static Weights parse(String text) {
        Weights weights = new Weights();
        if (text.equals(EQUAL)) {
            return weights;
        }
        for (String part : text.split(",", -1)) {
            weights.add(part.strip());
        }
        if (weights.owners.size() + weights.types.size() > MOST) {
            throw new IllegalArgumentException("there are more than " + MOST + " weights");
        }
        return weights;
    }

    private void add(String part) {
        int equals = part.lastIndexOf('=');
        if (equals < 1 || !part.substring(equals + 1).matches("[0-9]{1,6}(\\.[0-9]{1,3})?")) {
            throw new IllegalArgumentException("'" + part + "' is not written as in alice=4,bob=2,alice/sim=1");
        }
        double weight = Double.parseDouble(part.substring(equals + 1));
        if (weight <= 0) {
            throw new IllegalArgumentException("the weight of '" + part.substring(0, equals) + "' must be more than 0");
        }
        String name = part.substring(0, equals);
        int slash = name.indexOf('/');
        Double before = slash < 0
                ? owners.put(new Owner(name), weight)
                : types.put(new TypeKey(new Owner(name.substring(0, slash)), name.substring(slash + 1)), weight);
        if (before != null) {
            throw new IllegalArgumentException("'" + name + "' has two weights");
        }
    }

    /** What of such a text is about this owner and their types, as {@link #parse} reads it. */
    public static String about(Owner owner, String text) {
        return some(text, part -> isAbout(owner, part));
    }

    /** The rest of it. */
    public static String without(Owner owner, String text) {
        return some(text, part -> !isAbout(owner, part));
    }

    private static String some(String text, Predicate<String> wanted) {
        String some =
                Stream.of(text.split(",", -1)).map(String::strip).filter(wanted).collect(Collectors.joining(","));
        return some.isEmpty() ? EQUAL : some;
    }

    private static boolean isAbout(Owner owner, String part) {
        return part.startsWith(owner.name() + "=") || part.startsWith(owner.name() + "/");
    }

    public double of(Owner owner) {
        return owners.getOrDefault(owner, 1.0);
    }

    public double of(TypeKey type) {
        return types.getOrDefault(type, 1.0);
    }

    /** Whether types of this owner are weighed against each other. */
    public boolean weighsTypesOf(Owner owner) {
        return !types.isEmpty()
                && types.tailMap(new TypeKey(owner, "")).keySet().stream()
                        .findFirst()
                        .filter(type -> type.owner().equals(owner))
                        .isPresent();
    }
}
