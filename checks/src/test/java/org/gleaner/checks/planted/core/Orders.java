package org.gleaner.checks.planted.core;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A core whose order differs from run to run. */
public final class Orders {
    private Orders() {}

    public static final class SetOf {
        Set<String> names() {
            return Set.of("a", "b");
        }
    }

    public static final class MapOf {
        Map<String, String> names() {
            return Map.of("a", "b");
        }
    }

    public static final class SetCopy {
        Set<String> copy(Collection<String> names) {
            return Set.copyOf(names);
        }
    }

    public static final class MapCopy {
        Map<String, String> copy(Map<String, String> names) {
            return Map.copyOf(names);
        }
    }

    public static final class RefersToMapCopy {
        Function<Map<String, String>, Map<String, String>> copier() {
            return Map::copyOf;
        }
    }

    public static final class CollectsToSet {
        Set<String> names(List<String> names) {
            return names.stream().collect(Collectors.toSet());
        }
    }

    public static final class CollectsToMap {
        Map<String, String> names(List<String> names) {
            return names.stream().collect(Collectors.toMap(name -> name, name -> name));
        }
    }

    public static final class Groups {
        Map<Integer, List<String>> names(List<String> names) {
            return names.stream().collect(Collectors.groupingBy(String::length));
        }
    }

    public static final class ParallelCollection {
        long count(List<String> names) {
            return names.parallelStream().count();
        }
    }

    public static final class ParallelRange {
        int sum() {
            return IntStream.range(0, 9).parallel().sum();
        }
    }
}
