package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.client.child.ChildClasses;
import org.gleaner.client.child.ChildMain;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.LocalFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PackTest {
    @TempDir
    Path root;

    private Path child() throws IOException, ClientFailure {
        List<LocalFile> files = Pack.of(List.of(), new TreeMap<>(), Map.of("a", "1"), root);
        return files.get(files.size() - 1).source();
    }

    @Test
    void the_program_of_a_node_has_all_classes_of_its_package() throws Exception {
        Path classes = Path.of(ChildMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        TreeSet<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.list(classes.resolve("org/gleaner/client/child"))) {
            files.map(file -> classes.relativize(file).toString())
                    .filter(file -> !file.endsWith("package-info.class"))
                    .forEach(there::add);
        }

        assertThat(ChildClasses.files()).containsAll(there);
    }

    @Test
    void the_program_of_a_node_names_nothing_but_itself_and_the_jdk() throws Exception {
        List<String> strange = new ArrayList<>();
        for (String file : ChildClasses.files()) {
            if (file.contains("/child/")) {
                ClassNames.of(ChildMain.class.getResourceAsStream("/" + file)).names().stream()
                        .filter(name -> name.startsWith("org/") && !name.endsWith("/") && !ChildClasses.has(name))
                        // Annotations may be missing where nobody asks for them.
                        .filter(name -> !name.startsWith("org/jspecify/annotations/"))
                        .forEach(strange::add);
            }
        }

        assertThat(strange).isEmpty();
    }

    @Test
    void every_class_that_travels_with_it_can_be_used_there() throws Exception {
        URL[] jar = {child().toUri().toURL()};
        try (URLClassLoader alone = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader())) {
            for (String file : ChildClasses.files()) {
                String name =
                        file.substring(0, file.length() - ".class".length()).replace('/', '.');
                Class<?> type = Class.forName(name, true, alone);
                if (Throwable.class.isAssignableFrom(type)) {
                    // Serialisation looks at all methods of a class.
                    assertThat(type.getDeclaredMethods()).isNotNull();
                }
            }
        }
    }

    @Test
    void the_same_code_is_the_same_file_again() throws Exception {
        byte[] first = Files.readAllBytes(child());
        byte[] second = Files.readAllBytes(child());

        assertThat(second).isEqualTo(first);
    }

    @Test
    void a_jar_that_is_too_large_is_refused_before_it_is_read() throws Exception {
        Path large = root.resolve("large.jar");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((1L << 30) + 1);
        }

        assertThatThrownBy(() -> Pack.of(List.of(large), new TreeMap<>(), Map.of(), root))
                .isInstanceOf(ClientFailure.class)
                .hasMessageContaining("large.jar is too large to travel");
    }
}
