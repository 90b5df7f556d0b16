package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/ARCHITECTURE.md lists the packages of each module: a newcomer must find just those in the tree. */
class ArchitecturePageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+)` \\|(.*)\\|$");
    private static final Pattern WORD = Pattern.compile("`([a-z0-9]+)`");
    private static final Pattern PACKAGE =
            Pattern.compile("([a-z]+)/src/main/java/org/gleaner/[a-z]+/([a-z0-9]+)/package-info\\.java");

    @Test
    void the_page_lists_every_package_and_no_other() throws IOException, InterruptedException {
        List<SourceFile> files = SourceTree.ofThisBuild().files();
        String page = files.stream()
                .filter(file -> file.path().equals("docs/ARCHITECTURE.md"))
                .map(SourceFile::text)
                .findFirst()
                .orElseThrow();

        assertThat(listed(page)).isEqualTo(packages(files));
    }

    @Test
    void a_package_that_is_not_listed_is_found_out() {
        String page = "## Packages\n\n| module | packages |\n|---|---|\n| `core` | `id` names, `job` |\n";

        assertThat(listed(page)).containsExactly("core.id", "core.job");
    }

    private static SortedSet<String> listed(String page) {
        String table = page.substring(page.indexOf("## Packages")).split("\n## ", 2)[0];
        SortedSet<String> found = new TreeSet<>();
        Matcher row = ROW.matcher(table);
        while (row.find()) {
            Matcher word = WORD.matcher(row.group(2));
            while (word.find()) {
                found.add(row.group(1) + "." + word.group(1));
            }
        }
        return found;
    }

    private static SortedSet<String> packages(List<SourceFile> files) {
        SortedSet<String> found = new TreeSet<>();
        for (SourceFile file : files) {
            Matcher match = PACKAGE.matcher(file.path());
            if (match.matches()) {
                found.add(match.group(1) + "." + match.group(2));
            }
        }
        return found;
    }
}
