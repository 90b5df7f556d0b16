package org.gleaner.cli.verb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.install.SystemCommands;
import org.gleaner.agent.machine.Machine;
import org.gleaner.cli.service.ServerService;
import org.gleaner.protocol.program.ProgramJar;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;

/** {@code server install} and {@code server uninstall}. */
final class ServerInstallation {
    static final Path DATA = Path.of("/var/lib/gleaner");
    private static final String WHAT = "The server can't be installed.";
    /** Said to the installation and not to the server. */
    static final String WITH_PROBLEMS = "with-problems";

    private static final List<String> FILES = List.of("data", "db-password-file");

    private ServerInstallation() {}

    static int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        boolean install =
                Subcommands.of("install", "uninstall").chosen(arguments).equals("install");
        if (!System.getProperty("os.name", "").equals("Linux")) {
            throw CliFailure.usage(
                    WHAT, "This works on Linux only.", "Start the server in the foreground: gleaner server");
        }
        if (!Machine.isRoot()) {
            throw CliFailure.usage(
                    WHAT,
                    "Only root can add a service and its account.",
                    "Run it with sudo, or start the server in the foreground: gleaner server");
        }
        ServerService service = new ServerService(ServerService.Places.USUAL, SystemCommands.real());
        return install ? install(service, arguments, here) : uninstall(service, here);
    }

    private static int install(ServerService service, Arguments arguments, Surroundings here)
            throws CliFailure, IOException, InterruptedException {
        Path data = arguments.has("data")
                ? here.file(arguments.text("data", "")).toAbsolutePath().normalize()
                : service.data().orElse(DATA);
        // What the service would refuse at its start is refused here.
        ServerVerb.options(arguments, here, data);
        if (arguments.has("db") && !arguments.has("db-password-file") && here.variable("PGPASSWORD") != null) {
            throw CliFailure.usage(
                    WHAT,
                    "A service does not get PGPASSWORD from your shell.",
                    "Write the password into a file that the account gleaner can read, and add --db-password-file F.");
        }
        Path script = Path.of(System.getProperty("gleaner.launcher", ""));
        Path jar = ProgramJar.running().orElse(script);
        if (!Files.isRegularFile(script) || !ProgramJar.isJar(jar)) {
            throw CliFailure.usage(
                    WHAT,
                    "This program was not started by its script, so there is nothing to install.",
                    "Run the script gleaner, with gleaner.jar beside it: ./gleaner server install");
        }
        boolean again = service.exists();
        List<String> words = again && arguments.flags().isEmpty() ? List.of() : words(arguments, data);
        List<String> left = service.install(script, jar, data, words, arguments.has(WITH_PROBLEMS));
        here.out()
                .println(
                        again
                                ? "Installed again: the server now runs this program"
                                        + (words.isEmpty() ? "." : " with these flags, and its data in " + data + ".")
                                : "Installed: the server, with its data in " + data + ".");
        left.forEach(here.out()::println);
        if (left.isEmpty()) {
            here.out().println("Its address: journalctl -u gleaner-server");
            if (!again) {
                here.out().println("To log in:   gleaner login ADDRESS --token-file " + data.resolve("admin.token"));
            }
        }
        return Exit.OK;
    }

    private static int uninstall(ServerService service, Surroundings here) throws IOException, InterruptedException {
        Path data = service.data().orElse(DATA);
        if (service.uninstall()) {
            here.out().println("Removed: the service and its program.");
            here.out()
                    .println("Its data in " + data + " stays, and the account " + ServerService.ACCOUNT
                            + ", which owns it. If nobody needs them, delete the data first, then the account.");
        } else {
            here.out().println("No server is installed here.");
        }
        return Exit.OK;
    }

    /** The server's own flags, with files named so that they are found from anywhere. */
    private static List<String> words(Arguments arguments, Path data) {
        List<String> words = new ArrayList<>(List.of("--data", data.toString()));
        for (Map.Entry<String, List<String>> flag : arguments.flags().entrySet()) {
            boolean known = List.of("data", WITH_PROBLEMS).contains(flag.getKey());
            for (String value : known ? List.<String>of() : flag.getValue()) {
                words.add("--" + flag.getKey());
                if (!value.isEmpty()) {
                    words.add(
                            FILES.contains(flag.getKey())
                                    ? Path.of(value).toAbsolutePath().toString()
                                    : value);
                }
            }
        }
        return words;
    }
}
