package org.gleaner.lab.demo;

import java.nio.file.Path;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;

/** The demo's own verdicts: what it says is checked, and what does not hold ends it. */
final class Broken {
    private Broken() {}

    /** @param home what is in it is left for whoever looks into it */
    static CliFailure promise(String what, String why, Path home) {
        return new CliFailure(
                Exit.FAILED,
                what,
                why,
                "That is a bug, or this machine is very busy. The logs are in " + home + "; try again or report it.");
    }

    static void unless(boolean holds, String what, String why, Path home) throws CliFailure {
        if (!holds) {
            throw promise(what, why, home);
        }
    }
}
