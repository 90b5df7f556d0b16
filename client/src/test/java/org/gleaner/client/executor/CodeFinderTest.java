package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gleaner.client.executor.CodeFinder.Found;
import org.gleaner.core.job.RuntimeVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodeFinderTest {
    private final CodeFinder finder = new CodeFinder();

    @TempDir
    Path root;

    /** A loader whose class files are in neither jar nor directory. */
    private static class InMemory extends ClassLoader {
        private final Path directory;

        InMemory(Path directory) {
            super(Task.class.getClassLoader());
            this.directory = directory;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            return classFrom(directory, name);
        }

        Class<?> classFrom(Path place, String name) throws ClassNotFoundException {
            try {
                byte[] bytes = Files.readAllBytes(place.resolve(name + ".class"));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException none) {
                throw new ClassNotFoundException(name, none);
            }
        }

        @Override
        protected @Nullable URL findResource(String name) {
            if (!Files.exists(directory.resolve(name))) {
                return null;
            }
            try {
                return new URL(null, "memory:" + name, new URLStreamHandler() {
                    @Override
                    protected URLConnection openConnection(URL url) {
                        return new URLConnection(url) {
                            @Override
                            public void connect() {}

                            @Override
                            public InputStream getInputStream() throws IOException {
                                return new ByteArrayInputStream(Files.readAllBytes(directory.resolve(name)));
                            }
                        };
                    }
                });
            } catch (MalformedURLException never) {
                throw new IllegalStateException(never);
            }
        }
    }

    @Test
    void code_that_is_known_is_nothing_new() throws Exception {
        try (URLClassLoader loader = Compiled.saying(root.resolve("a"), "a").loader()) {
            Set<Class<?>> classes = Set.of(Compiled.load(loader, "Saying"));

            assertThat(finder.add(classes)).isEqualTo(Found.MORE);
            assertThat(finder.add(classes)).isEqualTo(Found.NOTHING_NEW);
            assertThat(finder.sources()).containsExactly(root.resolve("a"));
        }
    }

    @Test
    void a_class_of_the_same_name_from_elsewhere_is_another_version_and_changes_nothing() throws Exception {
        try (URLClassLoader first = Compiled.saying(root.resolve("a"), "a").loader();
                URLClassLoader second = Compiled.saying(root.resolve("b"), "b").loader()) {
            finder.add(Set.of(Compiled.load(first, "Saying")));

            assertThat(finder.add(Set.of(Compiled.load(second, "Saying")))).isEqualTo(Found.ANOTHER_VERSION);
            assertThat(finder.sources()).containsExactly(root.resolve("a"));
        }
    }

    @Test
    void class_files_that_are_in_neither_jar_nor_directory_travel_by_themselves() throws Exception {
        ClassLoader loader =
                new InMemory(Compiled.saying(root.resolve("a"), "a").directory());
        ClassLoader changed =
                new InMemory(Compiled.saying(root.resolve("b"), "b").directory());

        assertThat(finder.add(Set.of(Compiled.load(loader, "Saying")))).isEqualTo(Found.MORE);
        assertThat(finder.loose()).containsOnlyKeys("Saying.class");
        assertThat(finder.sources()).isEmpty();
        assertThat(finder.add(Set.of(Compiled.load(changed, "Saying")))).isEqualTo(Found.ANOTHER_VERSION);
    }

    @Test
    void the_newest_class_file_says_which_java_is_needed() throws Exception {
        Path old = Compiled.saying(root.resolve("a"), "a").directory();
        Path patched = Files.createDirectories(root.resolve("patched"));
        byte[] bytes = Files.readAllBytes(old.resolve("Saying.class"));
        // Where class files have their version: that of Java 21 here, which this Java may be too old to load.
        bytes[7] = 44 + 21;
        Files.write(patched.resolve("Saying.class"), bytes);
        ClassLoader loader = new InMemory(patched) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                return classFrom(old, name);
            }
        };

        assertThat(finder.release()).as("what runs the calls").isEqualTo(17);
        assertThat(finder.add(Set.of(Compiled.load(loader, "Saying")))).isEqualTo(Found.MORE);

        assertThat(finder.release()).isEqualTo(21);
        assertThat(ExecutorJob.of("new", ExecutorOptions.usual(), root)
                        .with(List.of(), finder.release())
                        .needs()
                        .platform()
                        .runtimes())
                .contains(new RuntimeVersion("java", "21"));
    }

    @Test
    void code_is_searched_there_in_the_order_in_which_it_is_here() throws Exception {
        Path first = Compiled.of(root.resolve("first"), "Rare", "public class Rare {}")
                .directory();
        Compiled second = Compiled.of(
                root.resolve("second"),
                "Common",
                "public class Common implements java.io.Serializable { Class<?> rare() { return null; } }");
        Compiled.of(second.directory(), "User", "public class User extends Common {}");
        URL[] order = {first.toUri().toURL(), second.directory().toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(order, Task.class.getClassLoader())) {
            finder.add(Set.of(Compiled.load(loader, "User")));
            finder.add(Set.of(Compiled.load(loader, "Rare")));

            assertThat(finder.sources()).containsExactly(first, second.directory());
        }
    }
}
