package org.gleaner.agent.verb;

import java.util.List;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.verb.CliVerb;
import org.gleaner.terminal.verb.CommandRunner;
import org.gleaner.terminal.verb.MainProgram;
import org.gleaner.terminal.verb.VersionVerb;

/** Entry point of the agent's own jar: what machines fetch that only work. */
public final class AgentMain {
    private static final List<String> ASK_FOR_HELP = List.of("help", "--help", "-h");

    private AgentMain() {}

    public static void main(String[] arguments) {
        boolean help = arguments.length == 0 || ASK_FOR_HELP.contains(arguments[0]);
        String[] meant = help ? new String[] {"agent", "--help"} : arguments;
        MainProgram.run(AgentMain.class, new CommandRunner(AgentMain::verb), meant);
    }

    static CliVerb verb(String name) throws CliFailure {
        return switch (name) {
            case "agent" -> new AgentVerb();
            case "version", "--version" -> new VersionVerb();
            default ->
                throw CliFailure.usage(
                        "Unknown verb '" + name + "'.",
                        "This is the agent's program; its verbs are agent, version and help.",
                        "The server offers the whole program at /gleaner-full.jar.");
        };
    }
}
