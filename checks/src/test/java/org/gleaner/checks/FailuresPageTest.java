package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/FAILURES.md promises tests for each failure: they must exist. */
class FailuresPageTest {
    private static final String PAGE = "FAILURES.md";

    @Test
    void every_row_names_a_test_or_the_simulation() throws IOException {
        List<String> rows = NamedTests.page(PAGE)
                .lines()
                .filter(line -> line.startsWith("| ") && !line.endsWith("| shown by |"))
                .toList();

        assertThat(rows)
                .hasSizeGreaterThan(10)
                .allSatisfy(row -> assertThat(NamedTests.isIn(row) || row.endsWith("simulation |"))
                        .as(row)
                        .isTrue());
    }

    @Test
    void every_test_that_the_page_names_exists() throws IOException {
        assertThat(NamedTests.missing(NamedTests.page(PAGE))).isEmpty();
    }

    @Test
    void a_test_that_does_not_exist_is_found_out() throws IOException {
        assertThat(NamedTests.missing("| x | y | `FailuresPageTest.no_such_test`, `NoSuchIT.at_all`, `NoSuchTest` |"))
                .containsExactly("FailuresPageTest.no_such_test", "NoSuchIT.at_all", "NoSuchTest");
    }
}
