package org.gleaner.agent.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TreesTest {
    @TempDir
    private Path directory;

    private Path tree = Path.of("unset");

    @BeforeEach
    void create() throws Exception {
        tree = Files.createDirectory(directory.resolve("tree"));
    }

    @ParameterizedTest
    @CsvSource({"200,25", "1,3000", "250,200"})
    void a_tree_deeper_than_a_path_may_be_long_is_deleted(int length, int levels) throws Exception {
        Path inner = Files.createDirectory(tree.resolve("inner"));
        Files.writeString(inner.resolve("file"), "x");
        DeepTree.around(inner, tree, "d".repeat(length), levels);

        Trees.delete(tree);

        assertThat(tree).doesNotExist();
    }

    @Test
    void whatever_a_task_closed_or_left_in_odd_shapes_is_deleted_and_nothing_else() throws Exception {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("kept"), "kept");
        Path closed = Files.createDirectories(tree.resolve("closed/within/deep"));
        Files.writeString(closed.resolve("file"), "x");
        Files.createSymbolicLink(tree.resolve("link"), outside);
        Files.createSymbolicLink(closed.resolve("link"), outside);
        Files.createSymbolicLink(closed.resolve("loop"), Path.of("loop"));
        run("mkfifo '" + closed + "/pipe'; touch \"$(printf '" + closed + "/\\377\\n x')\" -- '" + tree + "/-rf'");
        for (Path path : List.of(closed, tree.resolve("closed/within"), tree.resolve("closed"))) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
        }

        Trees.delete(tree);

        assertThat(tree).doesNotExist();
        assertThat(outside.resolve("kept")).hasContent("kept");
    }

    @Test
    void a_directory_with_many_directories_in_it_is_deleted() throws Exception {
        for (int i = 0; i < 300; i++) {
            Files.createDirectories(tree.resolve("a" + i + "/b/c"));
            Files.writeString(tree.resolve("a" + i + "/b/file"), "x");
        }

        Trees.delete(tree);

        assertThat(tree).doesNotExist();
    }

    @Test
    void what_is_mounted_in_a_tree_is_taken_away_and_keeps_its_files() throws Exception {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.writeString(outside.resolve("kept"), "kept");
        Path point = Files.createDirectories(tree.resolve("a b/point"));
        assumeTrue(run("mount --bind '" + outside + "' '" + point + "'") == 0, "skipped: only root can mount");

        Trees.delete(tree);

        assertThat(tree).doesNotExist();
        assertThat(outside.resolve("kept")).hasContent("kept");
    }

    @Test
    void files_that_were_made_unchangeable_are_deleted() throws Exception {
        Path file = Files.writeString(tree.resolve("file"), "x");
        Path below = Files.createDirectory(tree.resolve("below"));
        assumeTrue(run("chattr +i '" + file + "' '" + below + "'") == 0, "skipped: only root can, and not everywhere");

        Trees.delete(tree);

        assertThat(tree).doesNotExist();
    }

    @Test
    void a_link_is_deleted_and_not_what_it_leads_to() throws Exception {
        Files.writeString(tree.resolve("kept"), "kept");
        Path link = Files.createSymbolicLink(directory.resolve("link"), tree);

        Trees.clear(link);
        Trees.clear(link);

        assertThat(link).doesNotExist();
        assertThat(tree.resolve("kept")).exists();
    }

    private static int run(String line) throws Exception {
        return new ProcessBuilder("sh", "-c", line).inheritIO().start().waitFor();
    }
}
