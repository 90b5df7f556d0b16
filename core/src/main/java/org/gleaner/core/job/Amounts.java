package org.gleaner.core.job;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Numbers of things that are counted, such as {@code gpu=2}: what a task uses while it runs, what a node provides, what
 * the pool has. A name is also the end of a variable, so it has no hyphen.
 */
public record Amounts(SortedMap<String, Integer> counts) {
    public static final Amounts NONE = new Amounts(new TreeMap<>());
    /** What graphics cards are called. */
    public static final String GPU = "gpu";

    public static final int MOST = 1_000_000;
    public static final int MOST_NAMES = 32;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,31}");

    public Amounts {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        if (counts.size() > MOST_NAMES) {
            throw new IllegalArgumentException("there are at most " + MOST_NAMES + " counted resources at once");
        }
        counts.forEach(Amounts::check);
    }

    private static void check(String name, int count) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the resource '" + name
                    + "' must be 1 to 32 lowercase letters, digits or underscores and begin with a letter");
        }
        if (count < 0 || count > MOST) {
            throw new IllegalArgumentException("the number of " + name + " must be from 0 to " + MOST);
        }
    }

    /** Of texts such as {@code gpu=2}, each name once. */
    public static Amounts parse(List<String> texts) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + text + "' is not NAME=N, such as gpu=2");
            }
            String name = text.substring(0, equals).strip();
            int count = WholeNumber.parse(text.substring(equals + 1).strip(), 0, MOST);
            if (counts.putIfAbsent(name, count) != null) {
                throw new IllegalArgumentException(name + " is given twice");
            }
        }
        return new Amounts(counts);
    }

    /** How many there are of it; 0 if it is not named. */
    public int of(String name) {
        return counts.getOrDefault(name, 0);
    }

    public boolean names(String name) {
        return counts.containsKey(name);
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** These, but for the names that the others have, too: of those as many as the others say. */
    public Amounts with(Amounts others) {
        SortedMap<String, Integer> both = new TreeMap<>(counts);
        both.putAll(others.counts);
        return new Amounts(both);
    }

    /** Those that the others do not name. */
    public Amounts without(Amounts others) {
        SortedMap<String, Integer> left = new TreeMap<>(counts);
        left.keySet().removeAll(others.counts.keySet());
        return new Amounts(left);
    }

    /** As they are written, the names in order. */
    public List<String> texts() {
        return counts.entrySet().stream().map(Amounts::text).toList();
    }

    private static String text(Map.Entry<String, Integer> one) {
        return one.getKey() + "=" + one.getValue();
    }

    @Override
    public String toString() {
        return String.join(", ", texts());
    }
}
