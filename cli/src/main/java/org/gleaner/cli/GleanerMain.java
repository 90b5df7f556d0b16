package org.gleaner.cli;

import org.gleaner.terminal.verb.MainProgram;

/** Entry point of the one runnable jar. */
public final class GleanerMain {
    private GleanerMain() {}

    public static void main(String[] arguments) {
        MainProgram.run(GleanerMain.class, Verbs.RUNNER, arguments);
    }
}
