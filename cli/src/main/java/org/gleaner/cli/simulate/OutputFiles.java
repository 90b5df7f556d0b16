package org.gleaner.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.simulator.report.Findings;
import org.gleaner.simulator.report.Page;
import org.gleaner.simulator.report.Picture;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;

/** The files that findings are written to, each completely or not at all. */
final class OutputFiles {
    static final List<Flag> ALL = List.of(
            Flag.one("csv", "F.csv", "write the curves: how much of each type was done when"),
            Flag.one("plot", "F.svg|F.png", "write a picture of the first seed: curves, bounds, what each machine did"),
            Flag.one("html", "F.html", "write a page with the figures and the picture"));

    /** What is not part of an experiment: with or without it the same comes out. */
    private static final List<String> BESIDE = List.of("json", "csv", "plot", "html", "threads");

    private final Map<String, Path> files = new LinkedHashMap<>();
    private final String command;

    /** Refuses places that can't be written to, before anything has run for minutes. */
    OutputFiles(Arguments arguments, Surroundings here) throws CliFailure {
        this(arguments, here, Map.of());
    }

    /** @param usual file names by flag, for flags that were not given */
    OutputFiles(Arguments arguments, Surroundings here, Map<String, String> usual) throws CliFailure {
        for (Flag flag : ALL) {
            String name = arguments.text(flag.name(), usual.getOrDefault(flag.name(), ""));
            if (!name.isEmpty() || arguments.has(flag.name())) {
                Path file = place(
                        arguments, flag.name(), here.file(name).toAbsolutePath().normalize());
                if (files.containsValue(file)) {
                    throw arguments.unusable(flag.name(), "Another flag writes to " + file + ".");
                }
                if (flag.name().equals("plot") && isPng(file) && !PngFile.isPossible()) {
                    throw arguments.unusable("plot", "The Java of this machine has no fonts. Write an .svg instead.");
                }
                files.put(flag.name(), file);
            }
        }
        command = command(arguments);
    }

    /** The file, if it can be written. */
    static Path place(Arguments arguments, String flag, Path file) throws CliFailure {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw arguments.unusable(flag, file + " is a directory.");
        }
        if (directory == null || !Files.isDirectory(directory)) {
            throw arguments.unusable(flag, "The directory of " + file + " does not exist.");
        }
        if (!Files.isWritable(directory)) {
            throw arguments.unusable(flag, "You have no permission to write to the directory of " + file + ".");
        }
        return file;
    }

    private static String command(Arguments arguments) {
        List<String> words = new ArrayList<>(List.of("gleaner", arguments.verb()));
        words.addAll(arguments.operands());
        arguments.flags().forEach((flag, values) -> {
            if (!BESIDE.contains(flag)) {
                for (String value : values) {
                    words.add("--" + flag);
                    if (!value.isEmpty()) {
                        words.add(value);
                    }
                }
            }
        });
        return Quoted.words(words);
    }

    /** Whether what each machine did is to be shown. */
    boolean showMachines() {
        return files.containsKey("plot") || files.containsKey("html");
    }

    Iterable<Path> paths() {
        return files.values();
    }

    void write(Findings findings) throws IOException {
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (file.getKey().equals("plot")) {
                draw(paper -> paper ? Picture.onPaper(findings) : Picture.of(findings));
            } else {
                whole(file.getValue(), part -> writeText(findings, file.getKey(), part));
            }
        }
    }

    /** What is drawn, for paper or for a screen. */
    @FunctionalInterface
    interface Drawing {
        String on(boolean paper);
    }

    /** Writes a picture, if one is wanted. */
    void draw(Drawing drawing) throws IOException {
        Path target = files.get("plot");
        if (target == null) {
            return;
        }
        whole(target, part -> {
            if (isPng(target)) {
                try (OutputStream to = Files.newOutputStream(part)) {
                    PngFile.write(drawing.on(true), to);
                }
            } else {
                Files.writeString(part, drawing.on(false), UTF_8);
            }
        });
    }

    @FunctionalInterface
    private interface Writing {
        void to(Path file) throws IOException;
    }

    private static void whole(Path target, Writing writing) throws IOException {
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            writing.to(part);
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static boolean isPng(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".png");
    }

    private void writeText(Findings findings, String flag, Path file) throws IOException {
        try (Writer to = Files.newBufferedWriter(file, UTF_8)) {
            if (flag.equals("csv")) {
                CurveFile.write(findings, to);
            } else {
                to.write(Page.of(findings, command));
            }
        }
    }
}
