package org.gleaner.agent.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's "not now", which root never hears: so a process of nobody asks, in a session of its own. */
@Timeout(900)
final class KernelFileComponentTest {
    private static final Path OWN_GROUP = Path.of("/proc/self/autogroup");

    /** Writes more often than the kernel allows. */
    static final class Hasty {
        private Hasty() {}

        public static void main(String[] arguments) {
            String heard = "never refused";
            for (int i = 0; i < 20; i++) {
                try {
                    KernelFile.write(OWN_GROUP, "19");
                } catch (IOException refused) {
                    heard = "refused: " + refused.getMessage();
                }
            }
            System.out.print(heard);
        }
    }

    @Test
    void what_the_kernel_refuses_for_now_is_a_failure_that_callers_expect(@TempDir Path place) throws Exception {
        assumeThat(OWN_GROUP).as("no groups of sessions here").exists();
        assumeThat(Machine.isRoot())
                .as("only root can become somebody else to ask")
                .isTrue();
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (Class<?> needed : List.of(KernelFile.class, KernelFileComponentTest.class, Hasty.class)) {
            copy(needed, place);
        }

        Process child = new ProcessBuilder(
                        "setsid",
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-cp",
                        place.toString(),
                        Hasty.class.getName())
                .redirectErrorStream(true)
                .directory(place.toFile())
                .start();
        String said = new String(child.getInputStream().readAllBytes(), UTF_8);

        assertThat(said).startsWith("refused: ");
        assertThat(child.waitFor()).isZero();
    }

    private static void copy(Class<?> needed, Path place) throws IOException {
        String name = needed.getName().replace('.', '/') + ".class";
        Path target = place.resolve(name);
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        try (InputStream in = Objects.requireNonNull(needed.getClassLoader().getResourceAsStream(name))) {
            Files.copy(in, target);
        }
    }
}
