package org.gleaner.client.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FilesLeftBehindTest {
    @TempDir
    Path directory;

    @BeforeEach
    void files() throws IOException {
        for (String name : List.of("sim.py", "a b.txt", "b.txt", "c.txt", "d.txt", "data/x")) {
            Files.createDirectories(directory.resolve(name).getParent());
            Files.writeString(directory.resolve(name), name);
        }
    }

    private List<String> warnings(Draft draft, Map<Path, String> travelling) {
        return FilesLeftBehind.of(draft, directory, travelling, Set.of());
    }

    private List<String> warnings(String... command) {
        return warnings(Draft.of(command), Map.of());
    }

    private List<String> ofLine(String line) {
        return warnings(Draft.of().with("shell", line), Map.of());
    }

    @Test
    void a_file_that_is_not_sent_is_named_with_the_flag_that_sends_it() {
        assertThat(warnings("python3", "sim.py", "{}"))
                .containsExactly("sim.py is here but not sent, so tasks will not find it; add `in` sim.py.");
        assertThat(warnings("x", "--config=b.txt").get(0)).endsWith("add `in` b.txt.");
        assertThat(warnings("ls", "data").get(0)).endsWith("add `in` data.");
    }

    @Test
    void names_can_be_pasted_and_very_many_files_are_one_warning() {
        assertThat(warnings("wc", "a b.txt", "b.txt", "c.txt", "d.txt", "sim.py"))
                .containsExactly(
                        "'a b.txt', b.txt, c.txt and 2 other files are here but not sent, so tasks will not find"
                                + " them; add `in` 'a b.txt' `in` b.txt `in` c.txt ….");
    }

    @Test
    void the_words_of_a_shell_line_are_looked_at_too() {
        assertThat(ofLine("cd /tmp && python3 sim.py > out.txt").get(0)).contains("sim.py is here but not sent");
        assertThat(ofLine("sort < b.txt").get(0)).contains("b.txt is here but not sent");
        assertThat(ofLine("date > b.txt; cat b.txt | sort")).isEmpty();
    }

    @Test
    void what_travels_or_is_made_or_is_no_file_or_lies_elsewhere_passes() {
        Map<Path, String> sent = Map.of(directory.resolve("sim.py"), "sim.py", directory.resolve("data/x"), "data/x");

        assertThat(warnings(Draft.of("b.txt", "sim.py", "none.py", "/bin/sh", "{}", "data", ".", "..", "/"), sent))
                .isEmpty();
        assertThat(warnings(Draft.of("cp", "x", "b.txt").with("out", "b.txt"), sent))
                .isEmpty();
        assertThat(warnings(Draft.of("mkdir", "data").with("out", "data/{}.txt"), Map.of()))
                .isEmpty();
        assertThat(warnings(Draft.of("cat", "b.txt").with("cwd", "/shared"), Map.of()))
                .isEmpty();
    }

    @Test
    void a_file_that_tasks_find_under_another_name_is_named_with_that() {
        Path elsewhere = directory.resolve("data/x");
        Path inner = directory.resolve("data");

        assertThat(FilesLeftBehind.of(
                        Draft.of("cat", "../sim.py"), inner, Map.of(directory.resolve("sim.py"), "sim.py"), Set.of()))
                .containsExactly("tasks find ../sim.py as sim.py in their directory; write that in the command.");
        assertThat(warnings(Draft.of("cat", elsewhere.toString()), Map.of(elsewhere, "data/x"))
                        .get(0))
                .contains(" as data/x in their directory");
        assertThat(warnings(Draft.of("cat", "./data/x"), Map.of(elsewhere, "data/x")))
                .isEmpty();
    }
}
