package org.gleaner.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gleaner.agent.machine.NativeText;
import org.gleaner.core.job.MemorySize;
import org.gleaner.terminal.console.Surroundings;

/** This program and the files that it keeps for this person. */
final class InstallationChecks {
    private static final String PART = "installation";
    private static final int OLDEST_JAVA = 17;
    private static final MemorySize LITTLE_ROOM = new MemorySize(1L << 30);
    private static final List<String> SECRETS =
            List.of("login", "server/admin.token", "server/join.token", "agent/identity", "agent/page.key");

    private InstallationChecks() {}

    static List<Finding> look(Surroundings here) throws IOException {
        List<Finding> findings = new ArrayList<>();
        int java = Runtime.version().feature();
        findings.add(
                java >= OLDEST_JAVA
                        ? Finding.good(PART, "Java " + Runtime.version())
                        : Finding.bad(PART, "Java " + java + " is too old", "Install Java 17 or later."));
        if (!NativeText.isUtf8()) {
            findings.add(Finding.note(
                    PART,
                    "the locale is not UTF-8: names and arguments with non-ASCII letters are refused",
                    "Set LC_ALL=C.UTF-8 or another UTF-8 locale."));
        }
        Path home = here.home();
        if (!Files.exists(home)) {
            findings.add(Finding.good(PART, home + " does not exist yet; it is created when needed"));
            return findings;
        }
        if (!Files.isWritable(home)) {
            findings.add(Finding.bad(
                    PART, "you have no permission to write to " + home, "Become its owner, or set GLEANER_HOME."));
        }
        FileStore disk = Files.getFileStore(home);
        findings.add(room(new MemorySize(disk.getUsableSpace()), disk.getTotalSpace(), home));
        umask(home).ifPresent(findings::add);
        for (String name : SECRETS) {
            Path file = home.resolve(name);
            if (Files.exists(file) && isReadableForOthers(file)) {
                findings.add(Finding.bad(
                        PART,
                        file + " holds a secret and others can read it",
                        "Run 'chmod 600 " + file + "', then replace the token: someone may have read it."));
            }
        }
        return findings;
    }

    /** Of a small disk a tenth is enough. */
    static Finding room(MemorySize free, long total, Path home) {
        return free.compareTo(LITTLE_ROOM) >= 0 || free.bytes() >= total / 10
                ? Finding.good(PART, free + " of disk space free for " + home)
                : Finding.note(PART, "only " + free + " of disk space free for " + home, "Free some space there.");
    }

    /** The process itself can't be asked, but what it makes shows it. */
    private static Optional<Finding> umask(Path home) throws IOException {
        if (!Files.isWritable(home) || !Files.getFileStore(home).supportsFileAttributeView("posix")) {
            return Optional.empty();
        }
        Path trial = home.resolve("umask-" + ProcessHandle.current().pid());
        try {
            return umask(Files.getPosixFilePermissions(Files.createFile(trial)));
        } finally {
            Files.deleteIfExists(trial);
        }
    }

    /** @param made the rights of a file that was made without saying which */
    static Optional<Finding> umask(Set<PosixFilePermission> made) {
        if (made.contains(PosixFilePermission.OTHERS_WRITE) || made.contains(PosixFilePermission.GROUP_WRITE)) {
            return Optional.of(Finding.note(
                    PART,
                    "the umask lets others change files that you create, including fetched results",
                    "Set 'umask 022', or 'umask 077' if nobody else should read it either."));
        }
        return made.contains(PosixFilePermission.OWNER_WRITE)
                ? Optional.empty()
                : Optional.of(Finding.bad(PART, "the umask keeps you from writing your own files", "Set 'umask 022'."));
    }

    private static boolean isReadableForOthers(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return false;
        }
        Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
        return allowed.contains(PosixFilePermission.GROUP_READ) || allowed.contains(PosixFilePermission.OTHERS_READ);
    }
}
