package org.gleaner.lab.demo;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.verb.LabVerb;
import org.gleaner.cli.verb.OpenVerb;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Shows in two minutes what Gleaner does, and checks on the way all that it claims. */
public final class DemoVerb implements CliVerb {
    private static final int MOST_DIRECTORIES = 1000;

    @Override
    public Syntax syntax() {
        return Syntax.of(LabVerb.DEMO.word(), LabVerb.DEMO.purpose(), Operands.NONE)
                .example("./gleaner demo", "a server, three agents, a picture, and some disasters")
                .example("./gleaner demo --keep", "and leave it all running, open in your browser")
                .example("gleaner help", "all other commands")
                .flags(Flag.on("keep", "keep server, agents and files, say where they are, and open the page"));
    }

    @Override
    public int run(Arguments arguments, Surroundings here)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        requireTool("sh", here);
        requireTool("awk", here);
        Path home = freshDirectory(
                Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toRealPath());
        Ink ink = Ink.of(here.streams().outIsTerminal(), here.environment());
        boolean draws = here.streams().outIsTerminal()
                && !here.environment().getOrDefault("TERM", "dumb").equals("dumb");
        Screen screen = new Screen(here.streams().stdout().drawn(), draws, ink);
        OwnProgram gleaner = new OwnProgram(home, screen, java(), System.getProperty("java.class.path", ""));
        DemoGrid fleet = new DemoGrid(gleaner);
        Surroundings inside = new Surroundings(home, home, screens(here), here.streams(), here.launcher());
        Closing closing = new Closing(screen, fleet, home);

        closing.onInterrupt();
        boolean well = false;
        try {
            new Tour(screen, gleaner, fleet, () -> Access.calls(inside)).play();
            well = true;
        } finally {
            if (closing.isInterrupted()) {
                // The process ends within this call, without a word about what the interrupt broke.
                new CountDownLatch(1).await();
            }
            if (!well) {
                screen.leaveDrawing();
                closing.stopAll();
            }
        }
        if (arguments.has("keep")) {
            closing.keep();
            new OpenVerb().run(new Arguments("open", Map.of(), List.of()), inside);
        } else {
            closing.end();
        }
        return Exit.OK;
    }

    /** Of what surrounds us only where there is a screen: neither our server nor our token is that of the person. */
    private static Map<String, String> screens(Surroundings here) {
        Map<String, String> found = new TreeMap<>(here.environment());
        found.keySet().retainAll(List.of("DISPLAY", "WAYLAND_DISPLAY"));
        return found;
    }

    /** With a name that is short to type, and for our eyes only: tokens will be in it. */
    static Path freshDirectory(Path parent) throws IOException {
        for (int number = 1; number < MOST_DIRECTORIES; number++) {
            try {
                return Files.createDirectory(
                        parent.resolve("gleaner-demo-" + number),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } catch (FileAlreadyExistsException taken) {
                // Somebody's earlier demo: the next name.
            }
        }
        throw new IOException("too many directories named gleaner-demo in " + parent);
    }

    /** The Java that runs this, by its full name. */
    private static String java() {
        return ProcessHandle.current().info().command().orElse(System.getProperty("java.home", "") + "/bin/java");
    }

    private static void requireTool(String name, Surroundings here) throws CliFailure {
        String path = here.environment().getOrDefault("PATH", "");
        for (String directory : path.split(File.pathSeparator, -1)) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, name))) {
                return;
            }
        }
        throw CliFailure.usage(
                "The demo can't run here.",
                "It computes its picture with sh and awk, and there is no '" + name + "'.",
                "Install it, or read the README: everything else works without it.");
    }
}
