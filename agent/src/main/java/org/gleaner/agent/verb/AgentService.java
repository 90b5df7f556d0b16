package org.gleaner.agent.verb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.AgentProgram;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.DirectoryInUse;
import org.gleaner.agent.disk.DirectoryRefused;
import org.gleaner.agent.install.Installation;
import org.gleaner.agent.install.ProgramDirectory;
import org.gleaner.agent.install.SystemCommands;
import org.gleaner.agent.machine.Machine;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.HomeDirectory;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.program.ProgramJar;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** {@code agent install} and {@code agent uninstall}: the agent as a service of its machine. */
final class AgentService {
    static final List<String> WORDS = List.of("install", "uninstall");

    private static final String CANT_INSTALL = "The agent can't be installed.";
    private static final Path SYSTEM_DIR = Path.of("/var/lib/gleaner-agent");
    private static final Path SYSTEM_COMMAND = Path.of("/opt/gleaner-agent");
    private static final Path SYSTEM_UNITS = Path.of("/etc/systemd/system");

    private AgentService() {}

    static int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        requireUnix();
        boolean system = Machine.isRoot();
        Path units = system ? SYSTEM_UNITS : personalUnits(here);
        Path usual = system ? SYSTEM_DIR : here.home().resolve("agent");
        boolean install = arguments.operand(0, "").equals("install");
        // Whoever removes it need not know where it was put.
        Path place = place(
                arguments, here, install ? usual : Installation.directory(units).orElse(usual));
        Installation installation =
                new Installation(place, units, system ? SYSTEM_COMMAND : null, SystemCommands.real());
        return install ? install(arguments, here, installation) : uninstall(here, installation);
    }

    /** An agent's directory is given to its account as a whole, and deleted as a whole. */
    static void requireFree(Path dir, @Nullable String account, String what) throws CliFailure, IOException {
        try {
            AgentDirectory.requireFree(dir, account);
        } catch (DirectoryRefused refused) {
            throw refused(what, refused);
        }
    }

    private static CliFailure refused(String what, DirectoryRefused refused) {
        return CliFailure.refused(what, String.valueOf(refused.getMessage()), refused.remedy());
    }

    /** Where the person says; else where the program lies that is asked; else the usual place. */
    static Path place(Arguments arguments, Surroundings here, Path usual) {
        String dir = arguments.text("dir");
        Path program =
                Path.of(System.getProperty(ProgramDirectory.PROPERTY, "")).getParent();
        if (dir != null) {
            return here.file(dir);
        }
        return program != null ? program : usual;
    }

    private static int install(Arguments arguments, Surroundings here, Installation installation)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        String file = arguments.text("token-file");
        if (arguments.operands().size() < 2 || file == null) {
            throw CliFailure.usage(
                    CANT_INSTALL,
                    "It needs the server's address and a file with the join token.",
                    "Write: gleaner agent install URL --token-file F; or use what 'gleaner join-line' prints.");
        }
        Endpoint server;
        try {
            Path token = here.file(file);
            server = Endpoint.of(arguments.operand(1, ""), Files.readString(token, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            throw CliFailure.usage(CANT_INSTALL, Arguments.sentence(malformed), Arguments.seeHelp("agent"));
        }
        requireFree(installation.dir(), installation.account(), CANT_INSTALL);
        tryToken(server);
        Path jar = ProgramJar.running().orElseThrow(AgentService::noJar);
        List<String> left;
        try {
            left = installation.install(
                    jar,
                    Path.of(System.getProperty("java.home", ""), "bin", "java"),
                    server.token(),
                    words(arguments, server));
        } catch (DirectoryRefused refused) {
            throw refused(CANT_INSTALL, refused);
        }
        here.out().println("Installed: the agent of " + server + ", with its files in " + installation.dir() + ".");
        left.forEach(here.out()::println);
        here.out().println("To look at it: " + installation.command() + " agent status");
        here.out().println("To remove it:  " + installation.command() + " agent uninstall");
        return Exit.OK;
    }

    /** Nothing is installed that would fail at its first call. */
    private static void tryToken(Endpoint server) throws CliFailure, CallFailed {
        try {
            new NodeCalls(new ServerConnection(server, CallTimeouts.DEFAULT))
                    .program()
                    .get();
        } catch (CallFailed failed) {
            Problem problem = failed.problem();
            if (problem != null && (problem.is(ProblemKind.UNAUTHENTICATED) || problem.is(ProblemKind.NOT_ALLOWED))) {
                Trouble trouble = AgentProgram.refused(server.toString(), problem.code());
                throw CliFailure.refused(trouble.what(), trouble.why(), trouble.remedy());
            }
            throw failed;
        }
    }

    /** The agent's own words: the address, and all flags but those that only the installation needs. */
    private static List<String> words(Arguments arguments, Endpoint server) {
        List<String> words = new ArrayList<>(List.of(server.address()));
        for (Map.Entry<String, List<String>> flag : arguments.flags().entrySet()) {
            if (!List.of("token-file", "token", "dir", "json").contains(flag.getKey())) {
                for (String value : flag.getValue()) {
                    words.add("--" + flag.getKey());
                    if (!value.isEmpty()) {
                        words.add(value);
                    }
                }
            }
        }
        return words;
    }

    private static int uninstall(Surroundings here, Installation installation)
            throws CliFailure, IOException, InterruptedException {
        try {
            String removed = "Removed: the service, the program and all files of the agent.";
            here.out().println(installation.uninstall() ? removed : "No agent is installed here.");
            return Exit.OK;
        } catch (DirectoryInUse used) {
            throw CliFailure.refused(
                    "The agent can't be removed.", used.getMessage() + ".", "Stop it, then try again.");
        } catch (DirectoryRefused refused) {
            throw refused("The agent can't be removed.", refused);
        }
    }

    private static Path personalUnits(Surroundings here) {
        String config = here.variable("XDG_CONFIG_HOME");
        Path base = config != null
                ? Path.of(config)
                : HomeDirectory.person(here.environment(), System.getProperty("user.home", "."))
                        .resolve(".config");
        return base.resolve("systemd").resolve("user");
    }

    private static CliFailure noJar() {
        return CliFailure.usage(
                CANT_INSTALL,
                "This program was not started from a jar, so there is nothing to install.",
                "Run it as: java -jar gleaner.jar agent install URL --token-file F");
    }

    private static void requireUnix() throws CliFailure {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            throw CliFailure.usage(
                    "This does not work on Windows.",
                    "On Windows the agent is a scheduled task, which the PowerShell script creates.",
                    "Use the line that 'gleaner join-line --powershell' prints.");
        }
    }
}
