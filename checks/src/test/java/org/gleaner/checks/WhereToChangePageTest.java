package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/where-to-change.md names classes, packages and files: they must be there. */
class WhereToChangePageTest {
    private static final Pattern NAMED = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE = Pattern.compile("[A-Z][A-Za-z]+");
    private static final Pattern PACKAGE = Pattern.compile("[a-z]+(\\.[a-z]+)+");
    private static final Pattern FILE = Pattern.compile("[\\w/.-]+\\.(?:md|json|golden)|[a-z]+/[\\w/.-]+");

    @Test
    void everything_that_the_page_names_is_in_the_tree() throws IOException, InterruptedException {
        List<String> paths =
                SourceTree.ofThisBuild().files().stream().map(SourceFile::path).toList();
        String page = SourceTree.ofThisBuild().files().stream()
                .filter(file -> file.path().equals("docs/where-to-change.md"))
                .map(SourceFile::text)
                .findFirst()
                .orElseThrow();

        assertThat(unknown(page, paths)).isEmpty();
    }

    @Test
    void what_is_gone_is_found_out() {
        List<String> paths = List.of("core/src/main/java/org/gleaner/core/grid/Setting.java", "docs/cli.md");

        assertThat(unknown("`Setting` (`core.grid`), `docs/cli.md`, `--flag`", paths))
                .isEmpty();
        assertThat(unknown("`Gone` (`core.gone`), `docs/gone.md`", paths))
                .containsExactly("Gone", "core.gone", "docs/gone.md");
    }

    private static List<String> unknown(String page, List<String> paths) {
        return NAMED.matcher(page)
                .results()
                .map(match -> match.group(1))
                .filter(name -> !isThere(name, paths))
                .toList();
    }

    private static boolean isThere(String name, List<String> paths) {
        if (TYPE.matcher(name).matches()) {
            return paths.stream().anyMatch(path -> path.endsWith("/" + name + ".java"));
        }
        boolean isPackage = PACKAGE.matcher(name).matches();
        if (isPackage && inPackage(name, paths)) {
            return true;
        }
        // What is in a target is made by a build.
        if (FILE.matcher(name).matches() && !name.contains("/target/")) {
            return paths.stream().anyMatch(path -> path.startsWith(name) || path.endsWith("/" + name));
        }
        return !isPackage;
    }

    private static boolean inPackage(String name, List<String> paths) {
        String folder = "/org/gleaner/" + name.replace('.', '/') + "/";
        return paths.stream().anyMatch(path -> path.contains(folder));
    }
}
