package org.gleaner.cli.snakemake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Writes a profile that lets Snakemake run its jobs here. */
public final class SnakemakeProfileVerb implements CliVerb {
    private static final String CONFIG = "config.yaml";
    private static final List<String> SCRIPTS = List.of("gleaner-submit.sh", "gleaner-status.sh", "gleaner-cancel.sh");

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "snakemake-profile",
                        "write a profile that lets Snakemake 7 run its jobs on the pool",
                        Operands.of("DIR", 1, 1))
                .example("gleaner snakemake-profile ~/.config/snakemake/gleaner", "write it")
                .example("snakemake --profile gleaner", "use it, in the workflow's directory")
                .example("pip install $(gleaner snakemake wheel)", "Snakemake 8 and later: a plug-in instead")
                .flags(Flag.on("force", "replace a profile that is there"), Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        Path directory = here.file(arguments.operand(0, "")).toAbsolutePath().normalize();
        if (Files.exists(directory.resolve(CONFIG)) && !arguments.has("force")) {
            throw CliFailure.usage(
                    directory + " already contains a profile.",
                    "It may contain your own settings.",
                    "Name another directory, or add --force to replace its files.");
        }
        Files.createDirectories(directory);
        String gleaner = Quoted.words(here.launcher());
        write(directory.resolve(CONFIG), SnakemakeVerb.text(CONFIG).replace("@DIR@", directory.toString()));
        for (String name : SCRIPTS) {
            Path script = directory.resolve(name);
            write(script, SnakemakeVerb.text(name).replace("@GLEANER@", gleaner));
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        if (arguments.json()) {
            Printer.json(here.out(), "profile", directory.toString());
        } else {
            here.out().println("The profile is in " + directory + ".");
            here.out()
                    .println("Use it in the workflow's directory: snakemake --profile "
                            + Quoted.word(directory.toString()));
        }
        return Exit.OK;
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }
}
