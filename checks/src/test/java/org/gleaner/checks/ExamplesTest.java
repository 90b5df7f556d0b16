package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.gleaner.client.Gleaner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples compile, and solve small problems of their kind without a server. */
final class ExamplesTest {
    private static final Path EXAMPLES =
            Path.of(System.getProperty("gleaner.root", "..")).resolve("examples");

    @TempDir
    Path classes;

    @Test
    void every_example_finds_what_it_looks_for() throws Exception {
        compile();

        assertThat(solve("LightPropagation")).isEqualTo("reflected 0.359, transmitted 0.359, absorbed 0.282");
        assertThat(solve("DiscreteLogarithm")).isEqualTo("x = 123456789, right");
        assertThat(solve("GenomeRepeats")).isEqualTo("1327 strings of 32 letters occur more than once");
        assertThat(solve("TravellingSalesman")).isEqualTo("tour: 6.38 long, 31.45 at the start");
    }

    private void compile() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> all = Files.list(EXAMPLES)) {
            List<Path> sources =
                    all.filter(file -> file.toString().endsWith(".java")).toList();
            List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            boolean well = compiler.getTask(
                            null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(well).isTrue();
        }
    }

    private String solve(String name) throws Exception {
        URL[] places = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(places, ExamplesTest.class.getClassLoader());
                Gleaner local = Gleaner.local()) {
            Method solve = loader.loadClass(name).getDeclaredMethod("solve", Gleaner.class, boolean.class);
            solve.setAccessible(true);
            return (String) solve.invoke(null, local, true);
        }
    }
}
