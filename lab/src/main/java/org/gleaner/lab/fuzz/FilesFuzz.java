package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gleaner.agent.setup.BadArchive;
import org.gleaner.agent.setup.Unpacking;
import org.gleaner.core.job.MemorySize;
import org.gleaner.simulator.scenario.Assumptions;
import org.gleaner.simulator.scenario.AvailabilityTrace;
import org.gleaner.simulator.scenario.HostSpeeds;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.WorkloadFile;
import org.gleaner.simulator.scenario.XmlScenario;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Table;
import org.jspecify.annotations.Nullable;

/** Gives damaged files to everything that reads files of people. Confined to one thread. */
final class FilesFuzz {
    private static final List<String> KINDS = List.of(("job.toml script.sh rows.csv lines.txt scenario.xml trace.csv"
                    + " trace.csv.gz speeds.csv workload.csv workload.swf archive.zip archive.tar archive.tar.gz"
                    + " backup.zip")
            .split(" ", -1));

    private static final List<String> NAMES = Dictionary.of("archive names");
    private static final List<String> LINKS = Dictionary.of("archive links");
    private static final MemorySize MOST = new MemorySize(64 << 20);

    private final Workshop workshop;
    private final byte[] backup;
    private final Map<String, int[]> counts = new TreeMap<>();

    FilesFuzz(Workshop workshop) throws IOException {
        this.workshop = workshop;
        workshop.clean();
        Workshop.Result made = workshop.run(List.of("backup", "seed.zip"));
        if (made.exit() != Exit.OK) {
            throw new IOException("the first backup failed: " + made.err());
        }
        backup = Files.readAllBytes(workshop.directory().resolve("seed.zip"));
    }

    void run(Seeds seeds) throws IOException, InterruptedException, CliFailure {
        seeds.run("files", seed -> {
            Dice dice = new Dice(seed);
            String kind = dice.of(KINDS);
            byte[] content = content(kind, dice);
            workshop.clean();
            Path file = workshop.directory().resolve(kind);
            Files.write(file, content);
            int[] count = counts.computeIfAbsent(kind, key -> new int[2]);
            String fault = workshop.fault(() -> read(kind, file, seed, count));
            return new Seeds.Tried(fault, kind, seeds.count() == 1 ? kept(kind, content) : shown(content));
        });
        Table table = new Table("file", "taken", "refused");
        counts.forEach((kind, count) -> table.add(kind, Integer.toString(count[0]), Integer.toString(count[1])));
        table.print(seeds.out());
    }

    private static String kept(String kind, byte[] content) throws IOException {
        Path kept = Files.createTempFile("gleaner-fuzz-", "-" + kind);
        Files.write(kept, content);
        return "the file is kept as " + kept;
    }

    private static String shown(byte[] content) {
        return new String(content, 0, Math.min(content.length, 300), UTF_8);
    }

    private byte[] content(String kind, Dice dice) {
        FileDamage damage = new FileDamage(dice);
        return switch (kind) {
            case "trace.csv.gz" -> {
                byte[] packed = BodyDamage.gzip(damage.text(SeedFiles.text("trace.csv")));
                yield dice.oneIn(2) ? damage.bytes(packed) : packed;
            }
            case "archive.zip" -> {
                byte[] zip = SeedFiles.zip(names(dice));
                yield dice.oneIn(2) ? damage.bytes(zip) : zip;
            }
            case "archive.tar" -> tar(dice, damage);
            case "archive.tar.gz" -> {
                byte[] packed = BodyDamage.gzip(tar(dice, damage));
                yield dice.oneIn(3) ? damage.bytes(packed) : packed;
            }
            case "backup.zip" -> damage.bytes(backup);
            default -> damage.text(SeedFiles.text(kind.equals("lines.txt") ? "rows.csv" : kind));
        };
    }

    private static byte[] tar(Dice dice, FileDamage damage) {
        List<Character> kinds = List.of('0', dice.of(List.of('0', '1', '2', '3', '5', 'L', 'x', 'g', '7')));
        long size = dice.oneIn(4) ? dice.of(List.of(1L << 32, 8_589_934_591L, 1L, 513L)) : 0;
        byte[] tar = SeedFiles.tar(names(dice), kinds, dice.of(LINKS), size);
        return dice.oneIn(3) ? damage.bytes(tar) : tar;
    }

    private static List<String> names(Dice dice) {
        List<String> names = new ArrayList<>(List.of("a", "d/b"));
        for (int i = dice.below(4); i > 0; i--) {
            names.add(dice.of(NAMES));
        }
        return names;
    }

    private @Nullable String read(String kind, Path file, long seed, int[] count) throws IOException {
        return switch (kind) {
            case "job.toml" -> command(count, "submit", "--dry-run", "--file", kind);
            case "script.sh" -> command(count, "submit", "--dry-run", "--file", kind);
            case "rows.csv" -> command(count, "submit", "--dry-run", "--each-row", kind, "echo", "{alpha}", "{note}");
            case "lines.txt" -> command(count, "submit", "--dry-run", "--each-line", kind, "echo", "{}", "{/.}");
            case "backup.zip" -> command(count, "restore", kind, "--data", "restored");
            case "archive.zip", "archive.tar", "archive.tar.gz" -> {
                String wrong = command(new int[2], "submit", "--dry-run", "--in-archive", kind, "true");
                yield wrong == null ? unpack(kind, file, count) : wrong;
            }
            default -> described(kind, file, seed, count);
        };
    }

    private @Nullable String command(int[] count, String... words) {
        Workshop.Result result = workshop.run(List.of(words));
        count[result.exit() == Exit.OK ? 0 : 1]++;
        return Workshop.wrong(result);
    }

    private static @Nullable String described(String kind, Path file, long seed, int[] count) {
        try {
            switch (kind) {
                case "scenario.xml" -> XmlScenario.read(file, Assumptions.USUAL).trial(seed);
                case "speeds.csv" -> HostSpeeds.read(file);
                case "workload.csv", "workload.swf" -> WorkloadFile.read(file);
                default -> AvailabilityTrace.read(file);
            }
            count[0]++;
        } catch (ScenarioError refused) {
            count[1]++;
            boolean bare = refused.what().isBlank()
                    || refused.why().isBlank()
                    || refused.remedy().isBlank();
            return bare ? "the error does not say what, why or what to do" : null;
        }
        return null;
    }

    /** Whatever comes out must lie in its directory. */
    private @Nullable String unpack(String kind, Path file, int[] count) throws IOException {
        Path inner = Files.createDirectories(workshop.directory().resolve("unpacked/inner"));
        try {
            new Unpacking(inner, MOST).unpack(file, kind);
            count[0]++;
        } catch (BadArchive refused) {
            count[1]++;
        }
        try (Stream<Path> beside = Files.list(workshop.directory().resolve("unpacked"));
                Stream<Path> above = Files.list(workshop.directory())) {
            return beside.count() == 1 && above.count() == 3 ? null : "something was unpacked outside";
        }
    }
}
