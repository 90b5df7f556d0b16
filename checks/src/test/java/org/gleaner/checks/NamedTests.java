package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tests that a page of the documentation names as its proof, as {@code `Class.method`} or {@code `Class`}. */
final class NamedTests {
    static final Path ROOT = Path.of(System.getProperty("gleaner.root", ".."));

    private static final Pattern NAMED =
            Pattern.compile("`([A-Z][A-Za-z0-9]+(?:Test|IT|Contract|Simulation))(?:\\.([a-z0-9_]+))?`");

    private NamedTests() {}

    static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name), UTF_8);
    }

    static boolean isIn(String row) {
        return NAMED.matcher(row).find();
    }

    /** Those that the page names and nobody has written. */
    static List<String> missing(String page) throws IOException {
        List<Path> tests = testFiles();
        List<String> missing = new ArrayList<>();
        Matcher match = NAMED.matcher(page);
        while (match.find()) {
            String file = match.group(1) + ".java";
            String method = match.group(2) == null ? "" : "void " + match.group(2) + "(";
            if (tests.stream().noneMatch(test -> test.endsWith(file) && contains(test, method))) {
                missing.add(match.group().replace("`", ""));
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
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
