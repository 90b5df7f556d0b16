package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** The switch for emergencies: nothing new starts anywhere, until somebody says otherwise. */
public final class HaltVerb implements CliVerb {
    private final boolean resume;

    /** @param resume whether it is the verb that undoes the other */
    public HaltVerb(boolean resume) {
        this.resume = resume;
    }

    @Override
    public Syntax syntax() {
        if (resume) {
            return Syntax.of("resume-all", "resume all work after 'stop-all' (for the admin)", Operands.NONE)
                    .example("gleaner resume-all", "nodes are given work again")
                    .example("gleaner config get halt", "whether work is stopped: none, starts or all")
                    .example("gleaner stop-all --undo", "the same")
                    .flags(Flag.JSON);
        }
        return Syntax.of("stop-all", "start nothing new on any machine (for the admin)", Operands.NONE)
                .example("gleaner stop-all", "running tasks continue; survives a restart of the server")
                .example("gleaner stop-all --kill", "running tasks are stopped; they will run again")
                .example("gleaner stop-all --undo", "resume all work, like 'gleaner resume-all'")
                .flags(
                        Flag.on("kill", "also stop running tasks; it does not count as a failure"),
                        Flag.on("undo", "resume all work"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        if (arguments.has("kill") && arguments.has("undo")) {
            throw CliFailure.usage(
                    "--kill and --undo contradict each other.",
                    "One stops work, the other resumes it.",
                    "Use only one of them.");
        }
        Halt halt = resume || arguments.has("undo") ? Halt.NONE : arguments.has("kill") ? Halt.ALL : Halt.STARTS;
        UserCalls calls = Access.calls(here);
        boolean unused = calls.set(Setting.HALT.word(), halt.word()).get();
        if (arguments.json()) {
            Reply.Settings settings = calls.settings().get();
            Printer.json(here.out(), settings, AnswerJson::writeSettings);
            return Exit.OK;
        }
        here.out()
                .println(
                        switch (halt) {
                            case NONE -> "All work resumes.";
                            case STARTS -> "Nothing new starts; running tasks continue. Undo: 'gleaner resume-all'.";
                            case ALL ->
                                "Nothing new starts, and running tasks are being stopped; they will run again."
                                        + " Undo: 'gleaner resume-all'.";
                        });
        return Exit.OK;
    }
}
