package org.gleaner.cli.doctor;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.core.job.MemorySize;

/** This program and the files that it keeps for this person. */
final class InstallationChecks {
    private static final String PART = "installation";
    private static final int OLDEST_JAVA = 17;
    private static final MemorySize LITTLE_ROOM = new MemorySize(1L << 30);
    private static final List<String> SECRETS =
            List.of("login", "server/admin.token", "server/join.token", "agent/identity");

    private InstallationChecks() {}

    static List<Finding> look(Surroundings here) throws IOException {
        List<Finding> findings = new ArrayList<>();
        int java = Runtime.version().feature();
        findings.add(
                java >= OLDEST_JAVA
                        ? Finding.good(PART, "Java " + Runtime.version())
                        : Finding.bad(PART, "Java " + java + " is too old", "Install Java 17 or later."));
        if (!Charset.defaultCharset().equals(StandardCharsets.UTF_8)) {
            findings.add(Finding.note(
                    PART,
                    "the language is not UTF-8: names beyond ASCII will look wrong",
                    "Set LC_ALL=C.UTF-8 or another UTF-8 language."));
        }
        Path home = here.home();
        if (!Files.exists(home)) {
            findings.add(Finding.good(PART, home + " is not there yet; it is made when it is needed"));
            return findings;
        }
        if (!Files.isWritable(home)) {
            findings.add(Finding.bad(PART, home + " can't be written", "Make it yours, or set GLEANER_HOME."));
        }
        MemorySize free = new MemorySize(Files.getFileStore(home).getUsableSpace());
        findings.add(
                free.compareTo(LITTLE_ROOM) >= 0
                        ? Finding.good(PART, free + " of disk are free for " + home)
                        : Finding.note(
                                PART, "only " + free + " of disk are free for " + home, "Make room on that disk."));
        for (String name : SECRETS) {
            Path file = home.resolve(name);
            if (Files.exists(file) && isReadableForOthers(file)) {
                findings.add(Finding.bad(
                        PART,
                        file + " holds a secret and others can read it",
                        "chmod 600 " + file + ", then have the token replaced: somebody may have read it."));
            }
        }
        return findings;
    }

    private static boolean isReadableForOthers(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return false;
        }
        Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
        return allowed.contains(PosixFilePermission.GROUP_READ) || allowed.contains(PosixFilePermission.OTHERS_READ);
    }
}
