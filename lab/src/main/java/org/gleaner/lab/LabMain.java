package org.gleaner.lab;

import org.gleaner.terminal.verb.CommandRunner;
import org.gleaner.terminal.verb.MainProgram;

/** Entry point of the laboratory's jar, which is started together with that of the program. */
public final class LabMain {
    private LabMain() {}

    public static void main(String[] arguments) {
        MainProgram.run(LabMain.class, new CommandRunner(LabVerbs::named), arguments);
    }
}
