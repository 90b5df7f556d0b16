package org.gleaner.server.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.protocol.Contract;
import org.jspecify.annotations.Nullable;

/** Finds the route of a call. Immutable. */
public final class RouteTable {
    private static final int MOST_PARTS = 16;

    /** A route and what its path says; no route, but the methods that there are, if only the method is wrong. */
    record Match(
            @Nullable Route route,
            SortedMap<String, String> parameters,
            SortedSet<String> allowed,
            Contract contract) {}

    private record Line(Route route, List<String> parts, Contract contract) {
        /** A part that is spelled out stands before one that takes any word, as it means one thing only. */
        static final Comparator<Line> PLAINEST_FIRST = (a, b) -> {
            for (int i = 0; i < Math.min(a.parts.size(), b.parts.size()); i++) {
                int order = Boolean.compare(
                        a.parts.get(i).startsWith("{"), b.parts.get(i).startsWith("{"));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }

    private final List<Line> lines;

    public RouteTable(List<Route> routes) {
        this.lines = routes.stream()
                .map(route -> new Line(route, split(route.template()), Contract.of(route.method(), route.template())))
                .sorted(Line.PLAINEST_FIRST)
                .toList();
    }

    public List<Route> routes() {
        return lines.stream().map(Line::route).toList();
    }

    /** A path belongs to the plainest template that fits it, and to no other: {@code /jobs/block} is no job. */
    Match find(String method, String path) {
        List<String> parts = split(path);
        SortedSet<String> allowed = new TreeSet<>();
        List<String> fitting = null;
        for (Line line : lines) {
            SortedMap<String, String> parameters = match(line.parts(), parts);
            if (parameters == null || (fitting != null && !fitting.equals(line.parts()))) {
                continue;
            }
            fitting = line.parts();
            if (line.route().method().equals(method)) {
                return new Match(line.route(), parameters, new TreeSet<>(List.of(method)), line.contract());
            }
            allowed.add(line.route().method());
        }
        return new Match(null, new TreeMap<>(), allowed, Contract.NONE);
    }

    /** The parts between its slashes. */
    private static List<String> split(String path) {
        List<String> parts = new ArrayList<>(MOST_PARTS);
        int from = path.startsWith("/") ? 1 : 0;
        while (from <= path.length() && parts.size() <= MOST_PARTS) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            parts.add(path.substring(from, to));
            from = to + 1;
        }
        return parts;
    }

    /** What stands for each part in braces; null if the path does not match. */
    private static @Nullable SortedMap<String, String> match(List<String> template, List<String> path) {
        if (template.size() != path.size()) {
            return null;
        }
        SortedMap<String, String> found = new TreeMap<>();
        for (int i = 0; i < path.size(); i++) {
            String wanted = template.get(i);
            String given = path.get(i);
            if (wanted.startsWith("{")) {
                if (given.isEmpty()) {
                    return null;
                }
                found.put(wanted.substring(1, wanted.length() - 1), given);
            } else if (!wanted.equals(given)) {
                return null;
            }
        }
        return found;
    }
}
