package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/DEPENDENCIES.md says of each library why it is there. */
class DependenciesPageTest {
    private static final Path ROOT = Path.of(System.getProperty("gleaner.root", ".."));
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*(?:<!--.*?-->\\s*)?<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>",
            Pattern.DOTALL);

    @Test
    void every_library_of_the_build_is_on_the_page() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/DEPENDENCIES.md"), UTF_8);
        TreeSet<String> libraries = libraries();

        assertThat(libraries).contains("sqlite-jdbc", "jspecify", "archunit");
        assertThat(libraries).allSatisfy(library -> assertThat(page).contains(library));
    }

    @Test
    void the_page_names_the_versions_that_are_compared_with() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/DEPENDENCIES.md"), UTF_8);
        String pom = Files.readString(ROOT.resolve("peers/pom.xml"), UTF_8);

        for (String peer : List.of("jppf", "db-scheduler")) {
            Matcher version =
                    Pattern.compile("<" + peer + "\\.version>([^<]+)<").matcher(pom);
            assertThat(version.find()).as(peer).isTrue();
            assertThat(page.lines().filter(line -> line.contains(peer)))
                    .anySatisfy(line -> assertThat(line).contains("(" + version.group(1) + ")"));
        }
    }

    @Test
    void what_we_compare_with_is_in_no_part_of_the_program() throws IOException {
        for (String module : List.of("core", "protocol", "server", "agent", "simulator", "cli", "checks")) {
            assertThat(ROOT.resolve(module).resolve("pom.xml"))
                    .content()
                    .doesNotContain("org.jppf", "kagkarlsson", "HikariCP");
        }
    }

    private static TreeSet<String> libraries() throws IOException {
        List<Path> poms = new ArrayList<>(List.of(ROOT.resolve("pom.xml")));
        try (Stream<Path> modules = Files.list(ROOT)) {
            modules.map(module -> module.resolve("pom.xml"))
                    .filter(Files::isRegularFile)
                    .forEach(poms::add);
        }
        TreeSet<String> libraries = new TreeSet<>();
        for (Path pom : poms) {
            Matcher match = DEPENDENCY.matcher(Files.readString(pom, UTF_8));
            while (match.find()) {
                if (!match.group(1).equals("org.gleaner")) {
                    libraries.add(match.group(2));
                }
            }
        }
        return libraries;
    }
}
