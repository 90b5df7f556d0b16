package org.gleaner.agent.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.agent.disk.Durable;
import org.gleaner.agent.sandbox.ShellWord;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.program.ProgramJar;

/**
 * The programs of an installed agent, each a jar named by its hash, and which of them is to run. The script
 * {@code start} reads these files; every step leaves them such that a crash leads back to a program that works.
 */
public record ProgramDirectory(Path path) {
    /** With this code the agent asks the script to start it again. */
    public static final int START_AGAIN = 75;
    /** With this code it asks whoever started the script to start that again, since the script itself is another. */
    public static final int START_ANEW = 76;
    /** The system property by which the script tells the agent where its programs are. */
    public static final String PROPERTY = "gleaner.program";

    /** SHA-256 of the scripts of released versions, with {@link #JAVA} in place: nobody has edited those. */
    private static final Set<String> OLDER_SCRIPTS =
            Set.of("df8113f6604eb35848740791ede1dc6115399d6c58d27bba5141821c0266819d");

    private static final String JAVA = "@JAVA@";
    private static final Pattern JAVA_LINE = Pattern.compile("^java='(.*)'$", Pattern.MULTILINE);

    private static final String CURRENT = "current";
    private static final String PENDING = "pending";
    private static final String TRYING = "trying";
    private static final String FAILED = "failed";

    /** What became of the script that starts the agent. */
    public enum Script {
        UP_TO_DATE,
        REPLACED,
        /** It is of nobody but the person who edited it, and stays. */
        EDITED
    }

    public Path script() {
        return path.resolve("start");
    }

    /** The command line of the current program, for the person whose agent it is. */
    Path command() {
        return path.resolve("gleaner");
    }

    /** Lays down a program, of a whole one the agent's, as the current one, with the script that starts it. */
    public void install(Path jar, Path java) throws IOException {
        Files.createDirectories(path);
        byte[] program = agentOf(jar);
        Path mine = path.resolve(name(Content.hash(program)));
        if (!Files.exists(mine)) {
            Durable.write(mine, program);
        }
        write(CURRENT, mine.getFileName().toString());
        for (String stale : new String[] {PENDING, TRYING, FAILED}) {
            Files.deleteIfExists(path.resolve(stale));
        }
        executable(script(), scriptFor(java.toString()));
    }

    /** Lays down the command line of whichever program is the current one. */
    void installCommand(Path java) throws IOException {
        executable(command(), commandText(java, "\"$home/$(cat \"$home/current\")\""));
    }

    /** A script that speaks to the agent of these programs by means of a jar, which is given as the shell reads it. */
    String commandText(Path java, String jar) {
        return "#!/bin/sh\n# The command line of the agent's own program.\n" + "home="
                + ShellWord.quoted(path.toString())
                + "\nexec " + ShellWord.quoted(java.toString()) + " -D" + PROPERTY + "=\"$home\" -jar " + jar
                + " \"$@\"\n";
    }

    /** The agent's program, which may be within a whole one. */
    static byte[] agentOf(Path jar) throws IOException {
        Optional<byte[]> within = ProgramJar.agentWithin(jar);
        return within.isPresent() ? within.get() : Files.readAllBytes(jar);
    }

    /** The hash of the program that works; empty if nothing is installed. */
    public Optional<BlobHash> current() throws IOException {
        return read(CURRENT);
    }

    /** Whether the running program has not reported in yet and is not the current one. */
    public boolean isOnTrial() {
        return Files.exists(path.resolve(TRYING));
    }

    /** Whether this program was tried not long ago and did not report in. */
    public boolean hasFailed(BlobHash hash, Instant now, Duration pause) throws IOException {
        return read(FAILED).filter(hash::equals).isPresent()
                && Files.getLastModifiedTime(path.resolve(FAILED))
                        .toInstant()
                        .plus(pause)
                        .isAfter(now);
    }

    /** Where a program is laid while it arrives; {@link #propose} takes it from there. */
    public Path arriving() {
        return path.resolve("program.part");
    }

    /** Makes a whole program, whose hash has been compared, the one to be tried at the next start. */
    public void propose(BlobHash hash) throws IOException {
        Durable.sync(arriving());
        Files.move(arriving(), path.resolve(name(hash)), StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(path.resolve(TRYING));
        // The time of the file is that of the failure, should it fail.
        write(PENDING, name(hash));
    }

    /** The running program has reported in: if it was on trial it is the current one from now on. */
    public boolean confirm() throws IOException {
        Optional<BlobHash> tried = read(PENDING);
        if (!Files.exists(path.resolve(TRYING)) || tried.isEmpty()) {
            return false;
        }
        write(CURRENT, name(tried.get()));
        Files.deleteIfExists(path.resolve(PENDING));
        Files.deleteIfExists(path.resolve(TRYING));
        Files.deleteIfExists(path.resolve(FAILED));
        deleteAllBut(name(tried.get()));
        return true;
    }

    /**
     * Makes the script the one of this program: an update brings only the jar. The shell that runs the old one keeps to
     * it until it ends.
     */
    public Script renewScript() throws IOException {
        String old = Files.readString(script(), UTF_8);
        Matcher java = JAVA_LINE.matcher(old);
        if (!java.find()) {
            return Script.EDITED;
        }
        String wanted = scriptFor(java.group(1));
        if (old.equals(wanted)) {
            return Script.UP_TO_DATE;
        }
        String plain = old.substring(0, java.start(1)) + JAVA + old.substring(java.end(1));
        if (!OLDER_SCRIPTS.contains(Content.hash(plain.getBytes(UTF_8)).hex())) {
            return Script.EDITED;
        }
        Path fresh = path.resolve("start.fresh");
        executable(fresh, wanted);
        Files.move(fresh, script(), StandardCopyOption.ATOMIC_MOVE);
        Durable.sync(path);
        return Script.REPLACED;
    }

    private void deleteAllBut(String kept) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(path, "*.jar")) {
            for (Path jar : jars) {
                if (!jar.endsWith(kept)) {
                    Files.delete(jar);
                }
            }
        }
    }

    private Optional<BlobHash> read(String file) throws IOException {
        try {
            String name = Files.readString(path.resolve(file), UTF_8).strip();
            return name.endsWith(".jar")
                    ? Optional.of(new BlobHash(name.substring(0, name.length() - 4)))
                    : Optional.empty();
        } catch (NoSuchFileException | IllegalArgumentException noneOrDamaged) {
            return Optional.empty();
        }
    }

    private void write(String file, String name) throws IOException {
        Durable.write(path.resolve(file), name + "\n");
    }

    private static String name(BlobHash hash) {
        return hash.hex() + ".jar";
    }

    private static void executable(Path file, String text) throws IOException {
        Durable.write(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static String scriptFor(String java) throws IOException {
        return resource("start.sh").replace(JAVA, java);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ProgramDirectory.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing in the program");
            }
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
