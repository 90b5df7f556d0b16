package org.gleaner.server.http;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the route of a call. Immutable. */
public final class RouteTable {
    /** A route and what its path says; no route, but the methods that there are, if only the method is wrong. */
    record Match(@Nullable Route route, SortedMap<String, String> parameters, SortedSet<String> allowed) {}

    private record Line(Route route, List<String> parts) {}

    private final List<Line> lines;

    public RouteTable(List<Route> routes) {
        this.lines =
                routes.stream().map(route -> new Line(route, route.parts())).toList();
    }

    public List<Route> routes() {
        return lines.stream().map(Line::route).toList();
    }

    Match find(String method, String path) {
        List<String> parts = PathParts.split(path);
        SortedSet<String> allowed = new TreeSet<>();
        for (Line line : lines) {
            SortedMap<String, String> parameters = PathParts.match(line.parts(), parts);
            if (parameters == null) {
                continue;
            }
            if (line.route().method().equals(method)) {
                return new Match(line.route(), parameters, new TreeSet<>(List.of(method)));
            }
            allowed.add(line.route().method());
        }
        return new Match(null, new TreeMap<>(), allowed);
    }
}
