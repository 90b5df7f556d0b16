package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/FAILURES.md promises tests for each failure: they must exist. */
class FailuresPageTest {
    private static final Path ROOT = Path.of(System.getProperty("gleaner.root", ".."));
    private static final Pattern NAMED =
            Pattern.compile("`([A-Z][A-Za-z]+(?:Test|IT|Contract|Simulation))\\.([a-z0-9_]+)`");

    @Test
    void every_row_names_a_test_or_the_simulation() throws IOException {
        List<String> rows = page().lines()
                .filter(line -> line.startsWith("| ") && !line.endsWith("| shown by |"))
                .toList();

        assertThat(rows)
                .hasSizeGreaterThan(10)
                .allSatisfy(row -> assertThat(NAMED.matcher(row).find() || row.endsWith("simulation |"))
                        .as(row)
                        .isTrue());
    }

    @Test
    void every_test_that_the_page_names_exists() throws IOException {
        assertThat(missing(page())).isEmpty();
    }

    @Test
    void a_test_that_does_not_exist_is_found_out() throws IOException {
        assertThat(missing("| x | y | `FailuresPageTest.no_such_test`, `NoSuchIT.at_all` |"))
                .containsExactly("FailuresPageTest.no_such_test", "NoSuchIT.at_all");
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/FAILURES.md"), UTF_8);
    }

    private static List<String> missing(String page) throws IOException {
        List<Path> tests = testFiles();
        List<String> missing = new ArrayList<>();
        Matcher match = NAMED.matcher(page);
        while (match.find()) {
            String file = match.group(1) + ".java";
            String method = "void " + match.group(2) + "(";
            if (tests.stream().noneMatch(test -> test.endsWith(file) && contains(test, method))) {
                missing.add(match.group(1) + "." + match.group(2));
            }
        }
        return missing;
    }

    private static List<Path> testFiles() throws IOException {
        List<Path> tests = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path sources : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(tests::add);
                }
            }
        }
        return tests;
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file, UTF_8).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
