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
import org.gleaner.agent.disk.Durable;
import org.gleaner.agent.disk.Trees;
import org.gleaner.agent.machine.OwnGroups;

/** Installs the agent as a service of this machine or of one person, and takes it away without a trace. */
public final class Installation {
    /** The account that a service of the whole machine runs as. */
    public static final String ACCOUNT = "gleaner-agent";

    private static final String MADE_ACCOUNT = "account";
    private static final String MADE_LINGER = "linger";

    private final Path dir;
    private final Path units;
    private final boolean system;
    private final SystemCommands commands;
    private final ProgramDirectory program;

    /**
     * @param dir the agent's directory
     * @param units where unit files are
     * @param system whether it is for the whole machine, run by an account of its own; else for the person who installs
     */
    public Installation(Path dir, Path units, boolean system, SystemCommands commands) {
        this.dir = dir.toAbsolutePath().normalize();
        this.units = units;
        this.system = system;
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
            throws IOException, InterruptedException {
        stop();
        makeDirectory();
        program.install(jar, java);
        Durable.write(AgentDirectory.joinToken(dir), joinToken + "\n");
        List<String> command = new ArrayList<>(List.of(program.script().toString()));
        command.addAll(agentWords);
        command.addAll(List.of("--dir", dir.toString()));
        if (system) {
            ownAccount();
        }
        Files.createDirectories(units);
        UnitFile unit = new UnitFile(unit(), system ? ACCOUNT : null, command);
        Files.writeString(unit(), unit.text(), UTF_8);
        Files.writeString(slice(), UnitFile.slice(), UTF_8);
        return start(command);
    }

    private List<String> start(List<String> command) throws IOException, InterruptedException {
        if (!commands.hasSystemd()) {
            return List.of(
                    "This machine does not use systemd, so the agent was not started and will not start at boot.",
                    "Start it with: " + String.join(" ", command));
        }
        List<String> left = new ArrayList<>();
        if (commands.run(systemctl("daemon-reload")) != 0
                || commands.run(systemctl("enable", "--now", UnitFile.NAME)) != 0) {
            left.add("The service did not start; see '" + String.join(" ", systemctl("status", UnitFile.NAME)) + "'.");
        }
        if (!system) {
            // Without it the service of a person starts at their login, not with the machine.
            if (commands.run(List.of("loginctl", "enable-linger")) == 0) {
                note(MADE_LINGER);
            } else {
                left.add("It starts when you log in, not at boot; an admin can change that:"
                        + " loginctl enable-linger " + System.getProperty("user.name", "YOU"));
            }
        }
        return left;
    }

    /** Takes everything of this directory's agent away; false if none is installed there. */
    public boolean uninstall() throws IOException, InterruptedException, DirectoryInUse {
        boolean installed = program.current().isPresent();
        // The service may be of another directory by now, and then stays.
        boolean service = directory(units).filter(dir::equals).isPresent();
        if (service) {
            stop();
        }
        if (installed) {
            // Whoever still works there, such as an agent started by hand, must end first.
            AgentDirectory.open(dir).close();
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

    private void makeDirectory() throws IOException {
        AgentDirectory.createPrivate(dir);
        AgentDirectory.createPrivate(program.path());
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
        if (!system) {
            all.add("--user");
        }
        all.addAll(List.of(words));
        return all;
    }
}
