package org.gleaner.server.http;

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
                .map(route -> new Line(route, route.parts(), Contract.of(route.method(), route.template())))
                .sorted(Line.PLAINEST_FIRST)
                .toList();
    }

    public List<Route> routes() {
        return lines.stream().map(Line::route).toList();
    }

    /** A path belongs to the plainest template that fits it, and to no other: {@code /jobs/block} is no job. */
    Match find(String method, String path) {
        List<String> parts = PathParts.split(path);
        SortedSet<String> allowed = new TreeSet<>();
        List<String> fitting = null;
        for (Line line : lines) {
            SortedMap<String, String> parameters = PathParts.match(line.parts(), parts);
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
}
