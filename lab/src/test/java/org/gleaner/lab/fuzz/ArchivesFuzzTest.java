package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.setup.BadArchive;
import org.gleaner.core.job.FilePath;
import org.gleaner.lab.fuzz.LinkGrammar.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That this fuzzer sees what leaks. */
final class ArchivesFuzzTest {
    /** Of those that FuzzIT draws, the part in which the unpacking of 0.1 leaks. */
    private static final long FROM = 801;

    private static final long SEEDS = 20;

    @TempDir
    private Path folder;

    private final Defects findings = new Defects();
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(told, true, UTF_8);

    @Test
    void an_unpacker_that_judges_links_by_the_depth_of_their_text_is_found() throws Exception {
        run(new ArchivesFuzz(folder, ByDepth::new));

        assertThat(told.toString(UTF_8)).contains("a link leads outside");
    }

    @Test
    void the_same_seeds_find_nothing_in_the_unpacker_that_agents_have() throws Exception {
        run(new ArchivesFuzz(folder));

        assertThat(findings.size()).as(told.toString(UTF_8)).isZero();
    }

    private void run(ArchivesFuzz fuzz) throws Exception {
        Progress progress = new Progress(out, false, Duration.ofMinutes(1));
        fuzz.run(new Seeds(FROM, SEEDS, findings, progress, out));
        findings.print(out);
    }

    /**
     * What 0.1 did: names and links are good if their text leads nowhere out, so that a link which is reached by way of
     * others lies less deep than it seems.
     */
    private static final class ByDepth implements ArchivesFuzz.Unpacker {
        private final Path target;
        private final Map<String, String> links = new LinkedHashMap<>();

        private ByDepth(Path target) {
            this.target = target;
        }

        @Override
        public void unpack(List<Entry> archive) throws BadArchive {
            try {
                for (Entry entry : archive) {
                    make(nameOf(entry.name()), entry);
                }
                for (Map.Entry<String, String> link : links.entrySet()) {
                    Files.createSymbolicLink(fresh(link.getKey()), Path.of(link.getValue()));
                }
                links.clear();
            } catch (IOException | IllegalArgumentException other) {
                throw new BadArchive(other.toString());
            }
        }

        private void make(String name, Entry entry) throws IOException, BadArchive {
            switch (entry.kind()) {
                case '5' -> Files.createDirectories(target.resolve(name));
                case '2' -> links.put(name, staying(name, entry.link()));
                case '1' -> {
                    Path source = target.resolve(nameOf(entry.link()));
                    if (!Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
                        throw new BadArchive("no such file");
                    }
                    write(name, Files.readAllBytes(source));
                }
                default -> write(name, "inside".getBytes(UTF_8));
            }
        }

        private void write(String name, byte[] content) throws IOException {
            Path path = fresh(name);
            Files.deleteIfExists(path);
            try (OutputStream file = Files.newOutputStream(path)) {
                file.write(content);
            }
        }

        private Path fresh(String name) throws IOException {
            Path path = target.resolve(name);
            Path parent = path.getParent();
            Files.createDirectories(parent == null ? target : parent);
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(name);
            }
            return path;
        }

        private static String nameOf(String raw) {
            return FilePath.check(raw.replaceAll("^(\\./)+", "").replaceAll("/+$", ""));
        }

        private static String staying(String name, String link) throws BadArchive {
            long depth = name.chars().filter(c -> c == '/').count();
            boolean down = false;
            for (String part : link.split("/", -1)) {
                boolean up = part.equals("..");
                depth -= up ? 1 : 0;
                if (depth < 0 || (up && down)) {
                    throw new BadArchive("it leads out");
                }
                down |= !up && !part.equals(".");
            }
            if (link.isEmpty() || link.startsWith("/")) {
                throw new BadArchive("it leads out");
            }
            return link;
        }
    }
}
