package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.node;
import static org.gleaner.core.store.StoreSamples.submitted;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobFiles;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database of a version that took jobs of any size. */
final class EarlierJobsTest {
    @TempDir
    private Path directory;

    @Test
    void long_lists_of_an_earlier_version_are_laid_aside_and_nothing_is_lost() throws Exception {
        List<InputFile> inputs = IntStream.range(0, 5_000)
                .mapToObj(i -> new InputFile("in/" + i, hash(i), i, false))
                .toList();
        JobSpec whole = StoreSamples.spec(3).withInputs(inputs);
        fillAsBefore(whole);

        try (SqlStore store = SqlStore.open(directory)) {
            StoredJob loaded = store.load().jobs().get(0);
            assertThat(loaded.spec()).isEqualTo(whole.kept());
            assertThat(loaded.live()).hasSize(1);
            assertThat(store.history().files(job(1))).hasValue(new JobFiles(inputs, whole.outputs()));
        }
    }

    @Test
    void a_job_that_is_too_large_is_loaded_by_name_with_its_open_tasks_blocked() throws Exception {
        JobSpec plain = StoreSamples.spec(3);
        JobSpec huge = new JobSpec(
                plain.name(),
                plain.type(),
                new CommandLine.Words(Collections.nCopies(50, "x".repeat(90_000))),
                plain.array(),
                plain.inputs(),
                plain.outputs(),
                plain.needs(),
                plain.limits());
        fillAsBefore(huge);

        for (int start = 0; start < 2; start++) {
            try (SqlStore store = SqlStore.open(directory)) {
                StoredJob loaded = store.load().jobs().get(0);
                assertThat(loaded.spec()).isEqualTo(JobSpec.tooLarge(plain.name(), plain.type(), 3));
                assertThat(loaded.states()).containsOnlyKeys(TaskState.BLOCKED);
                assertThat(loaded.states().get(TaskState.BLOCKED)).isEqualTo(Ordinals.range(1, 3));
                assertThat(loaded.live()).isEmpty();
                assertThat(loaded.owner()).isEqualTo(StoreSamples.ADA);
            }
        }
    }

    /** As the version before wrote it: all that the job is in one text, and nobody has looked at it since. */
    private void fillAsBefore(JobSpec spec) throws Exception {
        try (SqlStore store = SqlStore.open(directory)) {
            store.write(List.of(
                    node(StoreSamples.N1, 1),
                    submitted(1, StoreSamples.spec(3)),
                    assigned(AttemptId.of(1, 2, 1), StoreSamples.N1)));
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(SqlStore.FILE))) {
            set(connection, "UPDATE job SET spec = ? WHERE id = 1", StoredSpec.write(spec));
            set(connection, "UPDATE counter SET next = 0 WHERE name = ?", "jobs-bounded");
        }
    }

    private static void set(Connection connection, String sql, String value) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, value);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }
}
