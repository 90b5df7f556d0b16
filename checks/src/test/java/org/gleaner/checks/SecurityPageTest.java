package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/SECURITY.md and docs/SPLITTING.md make no promise without a test that shows it. */
class SecurityPageTest {
    private static String pages() throws IOException {
        return NamedTests.page("SECURITY.md") + "\n" + NamedTests.page("SPLITTING.md");
    }

    @Test
    void every_promise_names_a_test() throws IOException {
        List<String> rows = promises(pages());

        assertThat(rows)
                .hasSizeGreaterThan(120)
                .allSatisfy(row -> assertThat(NamedTests.isIn(row)).as(row).isTrue());
    }

    @Test
    void every_table_of_the_page_on_security_is_one_of_promises() throws IOException {
        List<String> lines = NamedTests.page("SECURITY.md").lines().toList();
        List<String> heads = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith("|---")) {
                heads.add(lines.get(i - 1));
            }
        }

        assertThat(heads)
                .hasSizeGreaterThan(10)
                .allSatisfy(head -> assertThat(head).endsWith("| shown by |"));
    }

    @Test
    void every_test_that_the_pages_name_exists() throws IOException {
        assertThat(NamedTests.missing(pages())).isEmpty();
    }

    @Test
    void only_rows_of_tables_that_show_something_are_promises() {
        String page = "| a | shown by |\n|---|---|\n| b | c |\n\n| d | e |\n|---|---|\n| f | g |\n";

        assertThat(promises(page)).containsExactly("| b | c |");
    }

    private static List<String> promises(String page) {
        List<String> rows = new ArrayList<>();
        boolean promising = false;
        for (String line : page.lines().toList()) {
            boolean head = line.startsWith("| ") && line.endsWith("| shown by |");
            if (promising && line.startsWith("| ")) {
                rows.add(line);
            }
            promising = head || (promising && line.startsWith("|"));
        }
        return rows;
    }
}
