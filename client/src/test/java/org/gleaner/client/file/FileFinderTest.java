package org.gleaner.client.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.client.failure.ClientFailure;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileFinderTest {
    @TempDir
    Path root;

    private Path here() {
        return root.resolve("here");
    }

    @BeforeEach
    void files() throws IOException {
        for (String name : List.of(
                "here/b.csv",
                "here/a.csv",
                "here/.c.csv",
                "here/d/x.csv",
                "here/d/e/y.csv",
                "here/d/z.txt",
                "here/odd[1].csv",
                "away/far.csv")) {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
    }

    private List<String> each(String pattern) throws ClientFailure, IOException {
        return new FileFinder(here())
                .each(pattern).stream().map(LocalFile::path).toList();
    }

    @Test
    void patterns_find_what_a_shell_finds_in_order_and_without_hidden_files() throws Exception {
        assertThat(each("*.csv")).containsExactly("a.csv", "b.csv", "odd[1].csv");
        assertThat(each("[ab].csv")).containsExactly("a.csv", "b.csv");
        assertThat(each(".*.csv")).containsExactly(".c.csv");
        assertThat(each("{a,b}.csv")).containsExactly("a.csv", "b.csv");
        assertThat(each("d/*/y.csv")).containsExactly("d/e/y.csv");
    }

    @Test
    void two_stars_go_through_all_directories() throws Exception {
        assertThat(each("**/*.csv")).containsExactly("a.csv", "b.csv", "d/e/y.csv", "d/x.csv", "odd[1].csv");
    }

    @Test
    void a_name_that_exists_as_it_is_is_no_pattern() throws Exception {
        assertThat(each("odd[1].csv")).containsExactly("odd[1].csv");
    }

    @Test
    void a_file_whose_name_is_a_pattern_does_not_hide_the_others() throws Exception {
        Files.writeString(here().resolve("d/*"), "star");

        assertThat(each("d/*")).containsExactly("d/*", "d/x.csv", "d/z.txt");
        assertThat(each("d/[*]")).containsExactly("d/*");
        assertThat(new FileFinder(here()).named("d/*"))
                .extracting(LocalFile::path)
                .containsExactly("d/*");
    }

    @Test
    void files_outside_of_the_current_directory_are_laid_under_their_base_name() throws Exception {
        assertThat(each("../away/*.csv")).containsExactly("far.csv");
        assertThat(each(root.resolve("away/far.csv").toString())).containsExactly("far.csv");
        assertThat(each(here().resolve("d/x.csv").toString())).containsExactly("d/x.csv");
    }

    @Test
    void a_directory_as_input_means_all_files_in_it() throws Exception {
        assertThat(new FileFinder(here()).inputs("d"))
                .extracting(LocalFile::path)
                .containsExactly("d/e/y.csv", "d/x.csv", "d/z.txt");
        assertThat(new FileFinder(here()).inputs("../away"))
                .extracting(LocalFile::path)
                .containsExactly("away/far.csv");
    }

    @Test
    void nothing_found_is_a_failure_that_names_the_pattern() {
        ClientFailure failure = catchThrowableOfType(ClientFailure.class, () -> each("*.parquet"));

        assertThat(failure.what()).isEqualTo("`each` '*.parquet' matches no file.");
    }

    @Test
    void a_directory_without_files_is_refused_as_such_and_names_can_be_pasted() throws Exception {
        Files.createDirectories(here().resolve("no files/in here"));
        FileFinder finder = new FileFinder(here());

        ClientFailure empty = catchThrowableOfType(ClientFailure.class, () -> finder.inputs("no files"));
        ClientFailure none = catchThrowableOfType(ClientFailure.class, () -> finder.inputs("it's none"));
        ClientFailure each = catchThrowableOfType(ClientFailure.class, () -> finder.each("d"));

        assertThat(empty.what()).isEqualTo("`in` 'no files' matches no file.");
        assertThat(empty.why()).isEqualTo("'no files' is a directory without a file in it, and only files are sent.");
        assertThat(empty.next()).endsWith("mkdir -p 'no files'");
        assertThat(none.why()).isEqualTo("There is no 'it'\\''s none' here.");
        assertThat(each.why()).isEqualTo("d is a directory.");
        assertThat(each.next()).endsWith("`each` 'd/*'");
    }
}
