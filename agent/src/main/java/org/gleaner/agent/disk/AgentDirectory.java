package org.gleaner.agent.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.protocol.thread.ExclusiveFile;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one agent has on disk. One process at a time may hold it.
 *
 * <pre>
 * identity   node and token, mode 600        work/7.3-2/      an attempt while it runs
 * marker     what its processes carry        results/         what is not yet accepted
 * page       address of the agent's page     pause            until when no work is wanted
 * page.key   opens it, mode 600
 * lock                                       cache/           inputs by hash
 * groups     control groups it made          setups/          set-ups by hash
 * sandbox/   what every sandbox is made with
 * runtimes   of this site, if there are any  runtimes.found   what is known of them and of the usual ones
 * stay       over its own update             benchmarks       the last ones
 * join.key   while it joins, mode 600
 * join.token until it has joined             program/         of an installed one
 * </pre>
 */
public final class AgentDirectory implements Closeable {
    private static final String WORK = "work";
    private static final String CACHE = "cache";
    private static final String RESULTS = "results";
    private static final String SETUPS = "setups";
    private static final String SANDBOX = "sandbox";
    private static final String LOCK = "lock";
    private static final String MARKER = "marker";
    private static final String IDENTITY = "identity";
    private static final String PAGE_KEY = "page.key";
    private static final String RUNTIMES = "runtimes";
    private static final String PAUSE = "pause";
    private static final String JOIN_TOKEN = "join.token";
    /** The programs of an installed agent. */
    private static final String PROGRAM = "program";
    /** What may lie there without a marker: laid by people and the installation, or by an agent that died at once. */
    private static final Set<String> BEFORE_MARKER = Set.of(
            RUNTIMES,
            JOIN_TOKEN,
            PROGRAM,
            PAUSE,
            WORK,
            RESULTS,
            CACHE,
            SETUPS,
            SANDBOX,
            LOCK,
            MARKER + ".new",
            "lost+found");

    /** What is emptied, filled and locked here. Other files are replaced, never written through a link. */
    private static final List<String> ENTRIES =
            List.of(WORK, RESULTS, CACHE, SETUPS, SANDBOX, PROGRAM, LOCK, MARKER, PAGE_KEY, IDENTITY);

    private final Path root;
    private final FileChannel lockFile;
    private final String marker;

    private AgentDirectory(Path root, FileChannel lockFile, String marker) {
        this.root = root;
        this.lockFile = lockFile;
        this.marker = marker;
    }

    /** Takes the directory, making it if need be. */
    public static AgentDirectory open(Path root) throws IOException, DirectoryInUse, DirectoryRefused {
        Path absolute = root.toAbsolutePath().normalize();
        requireSafe(absolute, null);
        createPrivate(absolute);
        for (String name : List.of(WORK, RESULTS, CACHE, SETUPS, SANDBOX)) {
            createPrivate(absolute.resolve(name));
        }
        FileChannel channel = FileChannel.open(
                lock(absolute), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            if (!ExclusiveFile.take(lock(absolute), channel)) {
                throw new DirectoryInUse(absolute, ExclusiveFile.holder(lock(absolute)));
            }
            return new AgentDirectory(absolute, channel, word(marker(absolute)));
        } catch (IOException | DirectoryInUse failed) {
            channel.close();
            throw failed;
        }
    }

    /**
     * Refuses a directory in which an agent would delete, or write to, what is not its own.
     *
     * @param account that works there for root; null: none
     */
    public static void requireSafe(Path root, @Nullable String account) throws IOException, DirectoryRefused {
        safe(root, account).require();
    }

    /**
     * The same, and refuses what holds files of others, as whatever is in an agent's directory is given to its account
     * at installation and deleted with it.
     */
    public static void requireFree(Path root, @Nullable String account) throws IOException, DirectoryRefused {
        safe(root, account).requireFree("an agent", "gleaner-agent", AgentDirectory::isAgents);
    }

    private static SafeDirectory safe(Path root, @Nullable String account) {
        return new SafeDirectory(root, "--dir", ENTRIES, account);
    }

    private static boolean isAgents(Path root) throws IOException {
        if (Files.isRegularFile(marker(root))) {
            return true;
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(entry -> entry.getFileName().toString()).allMatch(BEFORE_MARKER::contains);
        }
    }

    private static Path marker(Path root) {
        return root.resolve(MARKER);
    }

    /** Random, no secret: tells the processes of this directory's agent from all others. */
    public String marker() {
        return marker;
    }

    public Path root() {
        return root;
    }

    public Path work() {
        return root.resolve(WORK);
    }

    public Path results() {
        return results(root);
    }

    /** Where results wait until the server has accepted them. */
    public static Path results(Path root) {
        return root.resolve(RESULTS);
    }

    public Path setups() {
        return root.resolve(SETUPS);
    }

    /** What every task's sandbox is made with. */
    public Path sandbox() {
        return root.resolve(SANDBOX);
    }

    public Path cache() {
        return root.resolve(CACHE);
    }

    public RecentBenchmarks benchmarks() {
        return new RecentBenchmarks(root.resolve("benchmarks"));
    }

    public StayFile stay() {
        return new StayFile(root.resolve("stay"));
    }

    /** What was found out about runtimes, which is only a shortcut. */
    public Path runtimes() {
        return root.resolve("runtimes.found");
    }

    /** Without the number sign, which some tools take for a comment. */
    public static String nameOf(AttemptId attempt) {
        return attempt.task() + "-" + attempt.number();
    }

    /** Whether an agent that worked in this directory was given a name. */
    public static boolean hasIdentity(Path root) {
        return Files.exists(identity(root));
    }

    private static Path identity(Path root) {
        return root.resolve(IDENTITY);
    }

    /** Whether an agent works in this directory now, asked by trying its lock. */
    public static boolean isHeld(Path root) throws IOException {
        Path lock = lock(root);
        if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(lock)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            return !ExclusiveFile.takeNow(channel);
        }
    }

    /** Refuses a directory in which an agent works, and goes on to do so for some seconds. */
    public static void requireUnused(Path root) throws IOException, DirectoryInUse {
        Path lock = lock(root);
        if (Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                if (!ExclusiveFile.take(lock, channel)) {
                    throw new DirectoryInUse(root, ExclusiveFile.holder(lock));
                }
            }
        }
    }

    private static Path lock(Path root) {
        return root.resolve(LOCK);
    }

    /** How to ask for the runtimes of this site, if somebody wrote it down. */
    public static Path siteRuntimes(Path root) {
        return root.resolve(RUNTIMES);
    }

    /** What makes a join that is repeated lead to the same node. */
    public JoinKey joinKey() {
        return new JoinKey(root.resolve("join.key"));
    }

    /** Who we were before; null if the directory is new or what is there can't be read. */
    public @Nullable NodeIdentity identity() throws IOException {
        try {
            List<String> lines = lines(identity(root));
            return lines.size() < 2 ? null : new NodeIdentity(new NodeId(Long.parseLong(lines.get(0))), lines.get(1));
        } catch (IllegalArgumentException damaged) {
            return null;
        }
    }

    /** The control groups that the last life of an agent in this directory made, to be taken away if it could not. */
    public static List<Path> groups(Path root) throws IOException {
        try {
            return lines(root.resolve("groups")).stream()
                    .map(line -> Path.of(line).normalize())
                    .filter(path -> path.startsWith("/sys/fs/cgroup"))
                    .toList();
        } catch (IllegalArgumentException damaged) {
            return List.of();
        }
    }

    /** None if there is no such file, or what is there is no text. */
    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException | CharacterCodingException none) {
            return List.of();
        }
    }

    public void rememberGroups(List<Path> groups) throws IOException {
        String text = String.join("\n", groups.stream().map(Path::toString).toList());
        Durable.write(root.resolve("groups"), text);
    }

    public void remember(NodeIdentity identity) throws IOException {
        String text = identity.node().value() + "\n" + identity.token() + "\n" + MachineMark.ofThisMachine() + "\n";
        Durable.write(identity(root), text);
    }

    /** Where whoever may read this directory finds the agent's own page. */
    public void rememberPage(String address) throws IOException {
        Durable.write(page(root), address + "\n");
    }

    public void forgetPage() throws IOException {
        Files.deleteIfExists(page(root));
    }

    /** The file with the address of the page, which is there while the agent runs. */
    public static Path page(Path root) {
        return root.resolve("page");
    }

    /** What opens the page for those who might be a task; it stays, so that a link to the page does too. */
    public String pageKey() throws IOException {
        return word(pageKey(root));
    }

    public static Path pageKey(Path root) {
        return root.resolve(PAGE_KEY);
    }

    /** Whether the identity was given to another machine, of whose disk this is a copy. */
    public boolean isCopied() throws IOException {
        List<String> lines = lines(identity(root));
        String here = MachineMark.ofThisMachine();
        return lines.size() > 2
                && !lines.get(2).isEmpty()
                && !here.isEmpty()
                && !lines.get(2).equals(here);
    }

    /** The join token has done its work: from now on the node's own is used, and nobody can find the other here. */
    public void forgetJoinToken() throws IOException {
        Files.deleteIfExists(joinToken(root));
    }

    /** Where an installed agent finds the token with which it joins. */
    public static Path joinToken(Path root) {
        return root.resolve(JOIN_TOKEN);
    }

    /** Until when no work is wanted; people may say so before an agent first runs. */
    public static Path pause(Path root) {
        return root.resolve(PAUSE);
    }

    /** Where an installed agent has its programs. */
    public static Path program(Path root) {
        return root.resolve(PROGRAM);
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    /** Whether it could be a key of the page or a marker. */
    public static boolean isWord(String text) {
        return text.matches("[0-9a-f]{32}");
    }

    /** A random word that is made once. */
    private static String word(Path file) throws IOException {
        try {
            String known = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (isWord(known)) {
                return known;
            }
        } catch (NoSuchFileException | CharacterCodingException first) {
            // The directory is new, or what is there is of no use.
        }
        byte[] bytes = new byte[16];
        new SecureRandom().nextBytes(bytes);
        String fresh = HexFormat.of().formatHex(bytes);
        Durable.write(file, fresh);
        return fresh;
    }

    /** Makes a directory that only its owner may enter, and what is missing above it, unless it is there. */
    public static void createPrivate(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }
}
