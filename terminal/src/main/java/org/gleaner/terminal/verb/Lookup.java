package org.gleaner.terminal.verb;

import java.util.List;
import org.gleaner.protocol.problem.Nearest;
import org.gleaner.terminal.console.CliFailure;

/** Finds one of a program's verbs by its name. */
@FunctionalInterface
public interface Lookup {
    CliVerb named(String name) throws CliFailure;

    /** What to say to a name that none of these is. */
    static CliFailure unknown(String name, List<String> names) {
        String near = Nearest.to(name, names);
        String list = "'gleaner help' lists all verbs.";
        String spelled = near == null ? "No verb has a name like that." : list;
        return CliFailure.usage(
                "Unknown verb '" + name + "'.",
                name.startsWith("-") ? "The verb comes first, then its flags." : spelled,
                near == null ? list : "Did you mean 'gleaner " + near + "'?");
    }
}
