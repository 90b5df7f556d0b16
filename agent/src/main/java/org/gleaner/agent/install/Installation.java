package org.gleaner.agent.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.DirectoryInUse;
import org.gleaner.agent.disk.DirectoryRefused;
import org.gleaner.agent.disk.Durable;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.machine.OwnGroups;
import org.gleaner.agent.machine.UserName;
import org.jspecify.annotations.Nullable;

/** Installs the agent as a service of this machine or of one person, and takes it away without a trace. */
public final class Installation {
    /** The account that a service of the whole machine runs as. */
    public static final String ACCOUNT = "gleaner-agent";

    private static final String MADE_ACCOUNT = "account";
    private static final String MADE_LINGER = "linger";

    private final Path dir;
    private final Path units;
    private final @Nullable RootCommand rootCommand;
    private final SystemCommands commands;
    private final ProgramDirectory program;

    /**
     * @param dir the agent's directory
     * @param units where unit files are
     * @param command where the command line lies that only root can change, of an agent for the whole machine, which an
     *     account of its own runs; null: it is for the person who installs it
     */
    public Installation(Path dir, Path units, @Nullable Path command, SystemCommands commands) {
        this.dir = dir.toAbsolutePath().normalize();
        this.units = units;
        this.rootCommand = command == null ? null : new RootCommand(command);
        this.commands = commands;
        program = new ProgramDirectory(AgentDirectory.program(this.dir));
    }

    /** Whether this process is the service: systemd starts it again when it ends with an error. */
    public static boolean isService() {
        return isService(OwnGroups.OWN);
    }

    static boolean isService(Path groups) {
        try {
            return Files.readString(groups, UTF_8).contains("/" + UnitFile.NAME);
        } catch (IOException unknown) {
            return false;
        }
    }

    /** What is left to do by a person; empty if the service runs. */
    public List<String> install(Path jar, Path java, String joinToken, List<String> agentWords)
            throws IOException, InterruptedException, DirectoryRefused {
        AgentDirectory.requireSafe(dir, account());
        stop();
        makeDirectory();
        program.install(jar, java);
        if (rootCommand == null) {
            program.installCommand(java);
        } else {
            rootCommand.install(jar, java, program);
            // An earlier version left one there, which the account can change.
            Files.deleteIfExists(program.command());
        }
        Durable.write(AgentDirectory.joinToken(dir), joinToken + "\n");
        List<String> command = new ArrayList<>(List.of(program.script().toString()));
        command.addAll(agentWords);
        command.addAll(List.of("--dir", dir.toString()));
        if (isForMachine()) {
            ownAccount();
        }
        Files.createDirectories(units);
        UnitFile unit = new UnitFile(unit(), account(), command);
        Files.writeString(unit(), unit.text(), UTF_8);
        Files.writeString(slice(), UnitFile.slice(), UTF_8);
        return start(command);
    }

    private List<String> start(List<String> command) throws IOException, InterruptedException {
        if (!commands.hasSystemd()) {
            return List.of(
                    "This machine does not use systemd, so the agent was not started and will not start at boot.",
                    "Start it with: " + (isForMachine() ? "runuser -u " + ACCOUNT + " -- " : "")
                            + String.join(" ", command));
        }
        List<String> left = new ArrayList<>();
        if (commands.run(systemctl("daemon-reload")) != 0
                || commands.run(systemctl("enable", "--now", UnitFile.NAME)) != 0) {
            left.add("The service did not start; see '" + String.join(" ", systemctl("status", UnitFile.NAME)) + "'.");
        }
        if (!isForMachine()) {
            // Without it the service of a person starts at their login, not with the machine.
            if (commands.run(List.of("loginctl", "enable-linger")) == 0) {
                note(MADE_LINGER);
            } else {
                left.add("It starts when you log in, not at boot; an admin can change that:"
                        + " loginctl enable-linger " + UserName.own().typed());
            }
        }
        return left;
    }

    /** Takes everything of this directory's agent away; false if none is installed there. */
    public boolean uninstall() throws IOException, InterruptedException, DirectoryInUse, DirectoryRefused {
        AgentDirectory.requireSafe(dir, account());
        boolean installed = program.current().isPresent();
        // The service may be of another directory by now, and then stays.
        boolean service = directory(units).filter(dir::equals).isPresent();
        if (service) {
            stop();
        }
        if (installed) {
            // Whoever still works there, such as an agent started by hand, must end first.
            AgentDirectory.requireUnused(dir);
        }
        boolean account = Files.exists(program.path().resolve(MADE_ACCOUNT));
        boolean linger = Files.exists(program.path().resolve(MADE_LINGER));
        if (service) {
            Files.deleteIfExists(slice());
            Files.delete(unit());
            if (commands.hasSystemd()) {
                commands.run(systemctl("daemon-reload"));
            }
        }
        if (installed) {
            Trees.delete(dir);
        }
        if (rootCommand != null && !Files.exists(unit())) {
            rootCommand.remove();
        }
        if (account) {
            commands.run(List.of("userdel", ACCOUNT));
        }
        if (linger) {
            commands.run(List.of("loginctl", "disable-linger"));
        }
        return installed || service;
    }

    /** The directory of the agent whose service is among these units; empty if there is none. */
    public static Optional<Path> directory(Path units) throws IOException {
        Path unit = units.resolve(UnitFile.NAME);
        return Files.exists(unit) ? UnitFile.flag(Files.readString(unit, UTF_8), "--dir") : Optional.empty();
    }

    /** Who works in the directory, if root installs it; null: the person who does. */
    public @Nullable String account() {
        return isForMachine() ? ACCOUNT : null;
    }

    private boolean isForMachine() {
        return rootCommand != null;
    }

    /** What people type to speak to the agent and to remove it. */
    public Path command() {
        return rootCommand == null ? program.command() : rootCommand.command();
    }

    public Path dir() {
        return dir;
    }

    public ProgramDirectory program() {
        return program;
    }

    private Path unit() {
        return units.resolve(UnitFile.NAME);
    }

    private Path slice() {
        return units.resolve(UnitFile.SLICE);
    }

    private void stop() throws InterruptedException {
        if (Files.exists(unit()) && commands.hasSystemd()) {
            commands.run(systemctl("disable", "--now", UnitFile.NAME));
        }
    }

    /** While root writes there, nobody else can: the account may have left processes that would lay links. */
    private void makeDirectory() throws IOException, InterruptedException, DirectoryRefused {
        AgentDirectory.createPrivate(dir);
        takeOver(dir);
        AgentDirectory.requireSafe(dir, account());
        AgentDirectory.createPrivate(program.path());
        takeOver(program.path());
    }

    private void takeOver(Path directory) throws IOException, InterruptedException {
        if (isForMachine() && commands.run(List.of("chown", "--no-dereference", "root:", directory.toString())) != 0) {
            throw new IOException("could not make root the owner of " + directory);
        }
    }

    private void ownAccount() throws IOException, InterruptedException {
        if (commands.run(List.of("id", "-u", ACCOUNT)) != 0) {
            String useradd = "useradd --system --no-create-home --shell /usr/sbin/nologin --home-dir";
            List<String> add = new ArrayList<>(List.of(useradd.split(" ", -1)));
            add.addAll(List.of(dir.toString(), ACCOUNT));
            if (commands.run(add) != 0) {
                throw new IOException("useradd could not create the account " + ACCOUNT);
            }
            note(MADE_ACCOUNT);
        }
        if (commands.run(List.of("chown", "-R", ACCOUNT + ":", dir.toString())) != 0) {
            throw new IOException("could not make " + ACCOUNT + " the owner of " + dir);
        }
    }

    /** Remembers what must be undone. */
    private void note(String what) throws IOException {
        Durable.write(program.path().resolve(what), new byte[0]);
    }

    private List<String> systemctl(String... words) {
        List<String> all = new ArrayList<>(List.of("systemctl"));
        if (!isForMachine()) {
            all.add("--user");
        }
        all.addAll(List.of(words));
        return all;
    }
}
