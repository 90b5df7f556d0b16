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
            well.value().warnings().forEach(warning -> print(warning, out));
        } else if (answer instanceof Answer.Refused<Health> ill) {
            out.println(Printer.printable(ill.problem().detail()));
        }
    }

    /** Only the warning with this code, if there is one. */
    static void print(UserCalls calls, String code, PrintStream out) {
        if (calls.health() instanceof Answer.Success<Health> well) {
            well.value().warnings().stream()
                    .filter(warning -> warning.code().equals(code))
                    .forEach(warning -> print(warning, out));
        }
    }

    private static void print(Health.Warning warning, PrintStream out) {
        out.println(Printer.printable("The server: " + warning.what() + "."));
        out.println(Printer.printable("  " + Advice.next(warning)));
    }
}
