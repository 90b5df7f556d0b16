package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.setup.BadArchive;
import org.gleaner.agent.setup.Unpacking;
import org.gleaner.core.job.MemorySize;
import org.gleaner.lab.fuzz.LinkGrammar.Entry;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks up to three archives of one set-up, as an agent does it, seals what came out and deletes it. Whatever is in
 * them, nothing outside may be made, changed or read, and no link that is left may lead there. Confined to one thread.
 */
final class ArchivesFuzz {
    private static final MemorySize MOST = new MemorySize(1 << 20);
    private static final String SECRET = "what no archive may get at";

    private final Path folder;
    private final Kind kind;
    private int taken;
    private int refused;
    private int links;

    /** @param folder where archives, and all that must not be touched by them, are laid */
    ArchivesFuzz(Path folder) {
        this(folder, target -> {
            Unpacking unpacking = new Unpacking(target, MOST);
            return entries ->
                    unpacking.unpack(Files.write(folder.resolve("archive"), LinkGrammar.tar(entries)), "archive.tar");
        });
    }

    /** The same for what unpacks in another way. */
    ArchivesFuzz(Path folder, Kind kind) {
        this.folder = folder;
        this.kind = kind;
    }

    /** How archives are unpacked. */
    @FunctionalInterface
    interface Kind {
        Unpacker into(Path target);
    }

    /** Unpacks one archive after the other, all of one set-up. */
    @FunctionalInterface
    interface Unpacker {
        void unpack(List<Entry> archive) throws IOException, BadArchive;
    }

    void run(Seeds seeds) throws IOException, InterruptedException, CliFailure {
        Path world = Files.createDirectories(folder.resolve("world")).toRealPath();
        Path above = Files.createDirectories(world.resolve("d/e"));
        for (Path place : List.of(world, above, Files.createDirectories(world.resolve("x")))) {
            Files.writeString(place.resolve("secret"), SECRET);
        }
        seeds.run("archives", seed -> {
            List<List<Entry>> archives = draw(new Dice(seed), world);
            Map<String, String> before = looks(world);
            String fault = fault(archives, world, above.resolve("target-" + seed), before);
            String shown = archives.stream().map(List::toString).collect(Collectors.joining("\n"));
            return new Seeds.Tried(fault, "", shown);
        });
        seeds.out().println(taken + " archives unpacked, with " + links + " links; " + refused + " refused");
    }

    private static List<List<Entry>> draw(Dice dice, Path world) {
        LinkGrammar grammar = new LinkGrammar(
                dice, List.of("/", world.toString(), world.resolve("secret").toString(), "../secret"));
        List<List<Entry>> archives = new ArrayList<>();
        for (int i = 1 + dice.below(3); i > 0; i--) {
            archives.add(grammar.entries());
        }
        return archives;
    }

    /** What went wrong; null if nothing did. */
    private @Nullable String fault(List<List<Entry>> archives, Path world, Path target, Map<String, String> before)
            throws IOException {
        Files.createDirectory(target);
        try {
            Unpacker unpacker = kind.into(target);
            for (List<Entry> archive : archives) {
                try {
                    unpacker.unpack(archive);
                    taken++;
                } catch (BadArchive bad) {
                    // An agent would stop here; to go on with what is there already finds more.
                    refused++;
                }
            }
            String leak = leak(target);
            if (leak != null) {
                return leak;
            }
            Trees.seal(target);
            Trees.delete(target);
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                return "what was unpacked can't be deleted";
            }
            return looks(world).equals(before) ? null : "something outside was created or changed";
        } catch (RuntimeException | IOException thrown) {
            return "it throws " + thrown.getClass().getSimpleName();
        }
    }

    /** What of the world outside can be read or reached from inside. */
    private @Nullable String leak(Path target) throws IOException {
        try (Stream<Path> all = Files.walk(target)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (Files.isSymbolicLink(path)) {
                    links++;
                    if (Files.exists(path) && !path.toRealPath().startsWith(target)) {
                        return "a link leads outside";
                    }
                } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                        && Files.readString(path).equals(SECRET)) {
                    return "a file outside was read";
                }
            }
        }
        return null;
    }

    /** Everything there, with what would show that it was touched. */
    private static Map<String, String> looks(Path world) throws IOException {
        Map<String, String> looks = new TreeMap<>();
        try (Stream<Path> all = Files.walk(world)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                looks.put(
                        path.toString(),
                        Files.readAttributes(path, "unix:mode,nlink,ino", LinkOption.NOFOLLOW_LINKS)
                                + (file ? Files.readString(path) : ""));
            }
        }
        return looks;
    }
}
