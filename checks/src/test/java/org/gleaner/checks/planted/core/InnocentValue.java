package org.gleaner.checks.planted.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Everything that core may do, so that no rule grows too eager. */
public record InnocentValue(
        List<String> names,
        byte[] content,
        Instant at,
        @Nullable String note) {
    public InnocentValue {
        names = List.copyOf(names);
    }

    enum Mood {
        GOOD {
            @Override
            String word() {
                return "good";
            }
        },
        BAD {
            @Override
            String word() {
                return "bad";
            }
        };

        abstract String word();
    }

    Map<String, Long> counted() {
        return names.stream().collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }

    boolean hasTwins() {
        Map<String, String> seen = new HashMap<>();
        return names.stream().anyMatch(name -> seen.put(name, name) != null);
    }

    Instant later(RandomGenerator random) {
        return at.plus(Duration.ofSeconds(random.nextInt(10)));
    }

    Map<Mood, String> moods() {
        Map<Mood, String> words = new EnumMap<>(Mood.class);
        for (Mood mood : Mood.values()) {
            words.put(mood, "it is " + mood.word() + content.length);
        }
        return words;
    }

    Map<String, Integer> lengths() {
        Map<String, Integer> lengths = new LinkedHashMap<>();
        names.stream().sorted(Comparator.reverseOrder()).forEach(name -> lengths.put(name, name.length()));
        return lengths;
    }
}
