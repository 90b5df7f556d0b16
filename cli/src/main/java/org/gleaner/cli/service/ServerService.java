package org.gleaner.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.agent.disk.DirectoryRefused;
import org.gleaner.agent.disk.SafeDirectory;
import org.gleaner.agent.install.SystemCommands;
import org.gleaner.agent.install.UnitFile;
import org.gleaner.server.store.DirectoryMark;
import org.gleaner.terminal.console.CliFailure;

/** Installs the server as a service with an account and a copy of the program of its own, and takes it away. */
public final class ServerService {
    public static final String ACCOUNT = "gleaner";
    private static final List<String> ARCHIVES = List.of("gleaner.jsa", "gleaner-server.jsa");
    private static final List<String> OTHERS = List.of("gleaner", "gleaner.jar", ".gleaner.lock", "made-account");

    /**
     * Where an installation puts what.
     *
     * @param program a directory for the program
     * @param command what people type
     * @param units where unit files are
     */
    public record Places(Path program, Path command, Path units) {
        public static final Places USUAL =
                new Places(Path.of("/opt/gleaner"), Path.of("/usr/local/bin/gleaner"), Path.of("/etc/systemd/system"));

        Path script() {
            return program.resolve("gleaner");
        }

        Path unit() {
            return units.resolve(ServerUnit.NAME);
        }
    }

    private final Places places;
    private final SystemCommands commands;

    public ServerService(Places places, SystemCommands commands) {
        this.places = places;
        this.commands = commands;
    }

    /** Whether there is one, which is then replaced. */
    public boolean exists() {
        return Files.exists(places.unit());
    }

    /** Where the installed one has its data; empty if there is none. */
    public Optional<Path> data() throws IOException {
        return exists() ? UnitFile.flag(Files.readString(places.unit(), UTF_8), "--data") : Optional.empty();
    }

    /**
     * Lays down this program, and starts it as a service.
     *
     * @param script the launcher of this program
     * @param words what the server is started with; empty: as the installed one was
     * @param hosting whether it hosts problems, if it is started with these words
     * @return what is left to do by a person; empty if the service runs
     */
    public List<String> install(Path script, Path jar, Path data, List<String> words, boolean hosting)
            throws CliFailure, IOException, InterruptedException {
        boolean fresh = !words.isEmpty() || !exists();
        if (fresh) {
            checkData(data);
        }
        List<String> left = new ArrayList<>();
        Files.createDirectories(places.program());
        // Whatever the mask of who installs it: the service's account, and everybody who types the command, reads it.
        Files.setPosixFilePermissions(places.program(), PosixFilePermissions.fromString("rwxr-xr-x"));
        lay(script, places.script(), "rwxr-xr-x");
        lay(jar, places.program().resolve("gleaner.jar"), "rw-r--r--");
        link(left);
        if (fresh) {
            String account = hosting ? ServerUnit.ROOT : ACCOUNT;
            if (!hosting) {
                makeAccount(data);
            }
            giveData(data, account);
            List<String> command = new ArrayList<>(List.of(places.script().toString(), "server"));
            command.addAll(words);
            Files.createDirectories(places.units());
            Files.writeString(places.unit(), new ServerUnit(account, data, command).text(), UTF_8);
        }
        // Once as somebody who may write there: what makes every later start faster is kept beside the program.
        commands.run(List.of(places.script().toString(), "server", "--help"));
        for (String name : ARCHIVES) {
            Path archive = places.program().resolve(name);
            if (Files.exists(archive)) {
                Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
            }
        }
        if (!commands.hasSystemd()) {
            left.add("This machine does not use systemd, so the server was not started and will not start at boot.");
            left.add("Start it as the account that User in " + places.unit() + " names, with what ExecStart says.");
        } else if (commands.run(List.of("systemctl", "daemon-reload")) != 0
                || commands.run(List.of("systemctl", "enable", ServerUnit.NAME)) != 0
                || commands.run(List.of("systemctl", "restart", ServerUnit.NAME)) != 0) {
            left.add("The service did not start; see 'journalctl -u " + ServerUnit.NAME + "'.");
        }
        return left;
    }

    /**
     * Takes away all but the data, and the account that owns it: whoever got its number next could read the keys and
     * tokens there. False if nothing was there.
     */
    public boolean uninstall() throws IOException, InterruptedException {
        boolean there = exists() || Files.exists(places.script());
        if (exists() && commands.hasSystemd()) {
            commands.run(List.of("systemctl", "disable", "--now", ServerUnit.NAME));
        }
        if (Files.deleteIfExists(places.unit()) && commands.hasSystemd()) {
            commands.run(List.of("systemctl", "daemon-reload"));
        }
        if (isOurs(places.command())) {
            Files.delete(places.command());
        }
        if (there) {
            for (String file : ARCHIVES) {
                Files.deleteIfExists(places.program().resolve(file));
            }
            for (String file : OTHERS) {
                Files.deleteIfExists(places.program().resolve(file));
            }
            try (var rest = Files.list(places.program())) {
                if (rest.findAny().isEmpty()) {
                    Files.delete(places.program());
                }
            }
        }
        return there;
    }

    /** A program that runs must not change under its feet: the new one takes its name. */
    private static void lay(Path from, Path to, String mode) throws IOException {
        if (Files.exists(to) && Files.isSameFile(from, to)) {
            return;
        }
        Path fresh = to.resolveSibling(to.getFileName() + ".fresh");
        Files.copy(from, fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(mode));
        Files.move(fresh, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private void link(List<String> left) throws IOException {
        if (isOurs(places.command())) {
            return;
        }
        if (Files.exists(places.command(), LinkOption.NOFOLLOW_LINKS)) {
            left.add(places.command() + " is another program and was left alone; this one is " + places.script() + ".");
        } else {
            Files.createDirectories(places.command().getParent());
            Files.createSymbolicLink(places.command(), places.script());
        }
    }

    private boolean isOurs(Path command) throws IOException {
        return Files.isSymbolicLink(command) && Files.readSymbolicLink(command).equals(places.script());
    }

    /** All of it becomes the account's: a slip such as {@code --data /srv} must not take what others have there. */
    private void checkData(Path data) throws CliFailure, IOException {
        try {
            new SafeDirectory(data, "--data", List.of(), ACCOUNT)
                    .requireFree("a Gleaner server", ACCOUNT, this::hasUsed);
        } catch (DirectoryRefused refused) {
            throw CliFailure.refused(
                    "The server can't be installed with its data in " + data + ".",
                    String.valueOf(refused.getMessage()),
                    refused.remedy());
        }
    }

    private boolean hasUsed(Path directory) throws IOException {
        return DirectoryMark.isOn(directory) || data().filter(directory::equals).isPresent();
    }

    private void makeAccount(Path data) throws IOException, InterruptedException {
        if (commands.run(List.of("id", "-u", ACCOUNT)) != 0) {
            List<String> add = List.of(
                    "useradd",
                    "--system",
                    "--home-dir",
                    data.toString(),
                    "--no-create-home",
                    "--shell",
                    "/usr/sbin/nologin",
                    ACCOUNT);
            if (commands.run(add) != 0) {
                throw new IOException("useradd could not create the account " + ACCOUNT);
            }
        }
    }

    private void giveData(Path data, String account) throws IOException, InterruptedException {
        if (!Files.exists(data)) {
            Files.createDirectories(data);
            Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        }
        if (commands.run(List.of("chown", "-R", account + ":", data.toRealPath().toString())) != 0) {
            throw new IOException("could not make " + account + " the owner of " + data);
        }
    }
}
