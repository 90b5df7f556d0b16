package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the torture that docs/TESTING.md tells about, always with the same seeds. */
class TortureIT {
    /** On a machine that has other things to do. */
    private static final Duration PATIENCE = Duration.ofMinutes(8);

    @TempDir
    Path temp;

    @Test
    void on_sqlite_every_task_has_exactly_one_result_and_nothing_is_left() throws Exception {
        // Programs are in the other one, as they take a while.
        keepsItsPromises(new Shell(temp), "--seed", "1", "--programs", "0");
    }

    @Test
    void on_postgresql_every_task_has_exactly_one_result_every_program_its_answer_and_nothing_is_left()
            throws Exception {
        String path = postgresql() + ":" + System.getenv("PATH");

        keepsItsPromises(new Shell(temp).with("PATH", path), "--seed", "2", "--db", "postgres");
    }

    private static void keepsItsPromises(Shell shell, String... more) throws Exception {
        List<Object> line = new ArrayList<>(List.of(RealGrid.LAUNCHER, "torture", "--minutes", "0.2", "--agents", "4"));
        line.addAll(List.of(more));
        Shell.Result result =
                shell.with("GLEANER_BUILD", "never").start(line.toArray()).result(PATIENCE);

        assertThat(result.out()).as(result.err()).endsWith("nothing found\n");
        assertThat(result.exit()).isZero();
    }

    /** Where the tests' own PostgreSQL is unpacked: it notes in its data how it was started. */
    private Path postgresql() throws IOException {
        Path data = temp.resolve("data");
        try (EmbeddedPostgres once =
                EmbeddedPostgres.builder().setDataDirectory(data).start()) {
            assertThat(once.getPort()).isPositive();
            String started = Files.readString(data.resolve("postmaster.opts"));
            return Path.of(started.substring(0, started.indexOf("/bin/postgres") + "/bin".length()));
        } catch (IllegalStateException none) {
            return abort("skipped: no PostgreSQL for this machine: " + none.getMessage());
        }
    }
}
