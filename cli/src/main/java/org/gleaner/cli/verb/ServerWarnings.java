package org.gleaner.cli.verb;

import java.io.PrintStream;
import org.gleaner.client.call.UserCalls;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Health;
import org.gleaner.terminal.console.Advice;
import org.gleaner.terminal.console.Printer;

/** Below what jobs do: what is wrong with the server itself, which none of their states shows. */
final class ServerWarnings {
    private ServerWarnings() {}

    static void print(UserCalls calls, PrintStream out) {
        Answer<Health> answer = calls.health();
        if (answer instanceof Answer.Success<Health> well) {
            for (Health.Warning warning : well.value().warnings()) {
                out.println(Printer.printable("The server: " + warning.what() + "."));
                out.println(Printer.printable("  " + Advice.next(warning)));
            }
        } else if (answer instanceof Answer.Refused<Health> ill) {
            out.println(Printer.printable(ill.problem().detail()));
        }
    }
}
