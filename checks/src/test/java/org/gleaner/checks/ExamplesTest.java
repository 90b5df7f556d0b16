package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.gleaner.client.Gleaner;
import org.gleaner.client.problem.Problem;
import org.gleaner.lab.torture.Example;
import org.gleaner.lab.torture.ExampleCheck;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples, and the programs of the pages, compile and find what they look for without a server. Whether that is
 * right is checked in other ways than it was found.
 */
final class ExamplesTest {
    private static final Path HOME = Path.of(System.getProperty("gleaner.root", ".."));

    @TempDir
    static Path classes;

    @BeforeAll
    static void compile() throws Exception {
        try (Stream<Path> all = Files.list(HOME.resolve("examples"))) {
            compile(all.filter(file -> file.toString().endsWith(".java")).toList());
        }
        program("Pi", piece("docs/JAVA.md", "import "));
        program("Squares", piece("docs/SPLITTING.md", "import "));
    }

    /** The first program of a page that begins so. */
    private static String piece(String page, String begin) throws IOException {
        String text = Files.readString(HOME.resolve(page));
        String mark = "```java\n";
        int at = text.indexOf(mark + begin) + mark.length();
        assertThat(at).as("the program of " + page).isGreaterThan(mark.length());
        return text.substring(at, text.indexOf("```", at));
    }

    private static void program(String name, String text) throws IOException {
        assertThat(text).contains("Gleaner.connect()");
        Path file = classes.resolve(name + ".java");
        compile(List.of(Files.writeString(file, text.replace("Gleaner.connect()", "Gleaner.local()"))));
    }

    private static void compile(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            boolean well = compiler.getTask(
                            null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(well).isTrue();
        }
    }

    private static URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, ExamplesTest.class.getClassLoader());
    }

    static List<Arguments> examples() {
        return Stream.of(Example.values())
                .flatMap(example -> Stream.of(arguments(example, 2L)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_finds_what_it_looks_for(Example example, long seed) throws Exception {
        try (URLClassLoader loader = loader();
                Gleaner local = Gleaner.local()) {
            Method maker = loader.loadClass(example.program()).getDeclaredMethod("problem", long.class, boolean.class);
            maker.setAccessible(true);

            String answer = local.submit((Problem<?, ?, ?>) maker.invoke(null, seed, true))
                    .answer()
                    .toString();

            assertThat(ExampleCheck.wrong(example, answer, seed)).as(answer).isEmpty();
        }
    }

    /** Each page tells how it is run and what it says then; what it says of the real problem is not run here. */
    @Test
    void every_example_has_a_page() throws Exception {
        String list = Files.readString(HOME.resolve("docs/SPLITTING.md"));
        for (Example example : Example.values()) {
            String page = "examples/" + example.program() + ".md";

            assertThat(list).contains("(" + page + ")");
            assertThat(Files.readString(HOME.resolve("docs").resolve(page)))
                    .contains("java -cp gleaner-client.jar examples/" + example.program() + ".java");
        }
    }

    @Test
    void the_first_page_shows_a_part_of_the_whole_program() throws Exception {
        assertThat(piece("docs/JAVA.md", "import "))
                .contains(piece("README.md", "try (Gleaner").indent(8));
    }

    @Test
    void the_programs_of_the_pages_print_what_the_pages_say() throws Exception {
        assertThat(said("Pi")).matches("pi is about 3\\.1[34]\\d*\n");
        assertThat(Files.readString(HOME.resolve("docs/SPLITTING.md")))
                .contains("It prints `" + said("Squares").strip() + "`");
    }

    private static String said(String program) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (URLClassLoader loader = loader()) {
            System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
            Method main = loader.loadClass(program).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }
}
