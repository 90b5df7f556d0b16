package org.gleaner.cli.verb;

import java.util.Locale;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/**
 * The verbs of the laboratory. They show, measure or attack the program and are in a jar of their own, as every agent
 * fetches this one; here are only their names, for the list of verbs.
 */
public enum LabVerb {
    DEMO("see it work in two minutes"),
    BENCH("measure this program against its own targets"),
    FUZZ("throw damaged requests, files, archives and command lines at this program"),
    TORTURE("kill and stop real processes, cut connections, fill disks, then check every promise");

    private final String purpose;

    LabVerb(String purpose) {
        this.purpose = purpose;
    }

    public static @Nullable LabVerb named(String word) {
        for (LabVerb verb : values()) {
            if (verb.word().equals(word)) {
                return verb;
            }
        }
        return null;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String purpose() {
        return purpose;
    }

    /** Without the other jar. */
    public CliFailure absent() {
        return CliFailure.usage(
                "'gleaner " + word() + "' is not in gleaner.jar.",
                "It is in gleaner-lab.jar, which the script 'gleaner' starts together with it.",
                "Run ./gleaner " + word() + ", or java -cp gleaner.jar:gleaner-lab.jar org.gleaner.lab.LabMain "
                        + word() + ".");
    }
}
