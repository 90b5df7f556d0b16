package org.gleaner.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.gleaner.agent.disk.DeepTree;
import org.gleaner.agent.disk.Trees;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectorySizeTest {
    private static final MemorySize ENOUGH = new MemorySize(1 << 30);
    private static final int LARGE = 3 << 20;

    @TempDir
    private Path directory;

    private Path tree = Path.of("unset");

    @BeforeEach
    void create() throws Exception {
        tree = Files.createDirectory(directory.resolve("tree"));
    }

    /** The test's own clean-up knows no paths as long as these. */
    @AfterEach
    void delete() throws Exception {
        Trees.delete(tree);
    }

    @Test
    void files_deeper_than_a_path_may_be_long_are_counted() throws Exception {
        Path inner = Files.createDirectory(tree.resolve("inner"));
        Files.write(inner.resolve("large"), new byte[LARGE]);
        DeepTree.around(inner, tree, "d".repeat(200), 25);

        assertThat(DirectorySize.of(tree, ENOUGH).bytes()).isGreaterThanOrEqualTo(LARGE);
    }

    @Test
    void files_in_a_directory_that_its_task_has_closed_are_counted() throws Exception {
        Path closed = Files.createDirectory(tree.resolve("closed"));
        Files.write(closed.resolve("large"), new byte[LARGE]);
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));

        assertThat(DirectorySize.of(tree, ENOUGH).bytes()).isGreaterThanOrEqualTo(LARGE);
    }

    @Test
    void what_is_nested_too_deep_to_be_counted_is_told() throws Exception {
        DeepTree.around(Files.createDirectory(tree.resolve("inner")), tree, "d", 300);

        assertThatThrownBy(() -> DirectorySize.of(tree, ENOUGH)).isInstanceOf(DirectorySize.Uncountable.class);
    }

    @Test
    void links_are_not_followed_and_counting_stops_when_there_is_enough() throws Exception {
        Files.createSymbolicLink(tree.resolve("link"), Path.of("/"));
        Files.write(tree.resolve("large"), new byte[LARGE]);

        assertThat(DirectorySize.of(tree, ENOUGH).bytes()).isBetween((long) LARGE, 2L * LARGE);
        assertThat(DirectorySize.of(tree, new MemorySize(10)).bytes()).isGreaterThan(10);
    }
}
