package org.gleaner.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Paths as the parts between their slashes. */
final class PathParts {
    private static final int MOST = 16;

    private PathParts() {}

    static List<String> split(String path) {
        List<String> parts = new ArrayList<>(MOST);
        int from = path.startsWith("/") ? 1 : 0;
        while (from <= path.length() && parts.size() <= MOST) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            parts.add(path.substring(from, to));
            from = to + 1;
        }
        return parts;
    }

    /** What stands for each part in braces; null if the path does not match. */
    static @Nullable SortedMap<String, String> match(List<String> template, List<String> path) {
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
