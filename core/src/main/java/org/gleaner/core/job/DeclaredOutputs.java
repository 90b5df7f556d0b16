package org.gleaner.core.job;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one task may bring back: the names that its job declares, and whatever lies below one of them, as nobody knows
 * beforehand which of them become directories. The one home of this rule: the server refuses all else, and who fetches
 * results is careful with what was never named.
 */
public final class DeclaredOutputs {
    private final Set<String> names = new LinkedHashSet<>();

    private DeclaredOutputs() {}

    public static DeclaredOutputs of(List<OutputFile> outputs, Placeholders task) {
        DeclaredOutputs declared = new DeclaredOutputs();
        outputs.forEach(output -> declared.names.add(task.expand(output.path())));
        return declared;
    }

    /** Whether the names are the same for all tasks, so that no entry is needed to know them. */
    public static boolean areFixed(List<OutputFile> outputs) {
        return outputs.stream().noneMatch(output -> output.path().indexOf('{') >= 0);
    }

    /** Whether the file may come: it is named, or lies below what is named. */
    public boolean include(String path) {
        return !root(path).isEmpty();
    }

    /** Whether its owner asked for a file of just this name. */
    public boolean name(String path) {
        return names.contains(path);
    }

    /** Whether the part of the name that its owner did not choose has a part that begins with a dot. */
    public boolean hides(String path) {
        return path.substring(root(path).length()).contains("/.");
    }

    /** The declared name that holds this path; empty if none does. */
    private String root(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            String above = path.substring(0, end);
            if (names.contains(above)) {
                return above;
            }
        }
        return "";
    }
}
