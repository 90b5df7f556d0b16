package org.gleaner.client.executor;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Code that a test compiles while it runs, so that there are several versions of it. */
public final class Compiled {
    private final Path directory;

    private Compiled(Path directory) {
        this.directory = directory;
    }

    /** One class without a package; classes of the library are known to it. */
    public static Compiled of(Path directory, String name, String source) throws IOException {
        Path classes = Files.createDirectories(directory);
        Path sources = Files.createDirectories(directory.resolveSibling(directory.getFileName() + "-source"));
        Path file = Files.writeString(sources.resolve(name + ".java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = Path.of(Task.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath()) + ":" + classes;
        int failed = compiler.run(
                null, null, null, "-d", classes.toString(), "-cp", classPath, "-proc:none", file.toString());
        if (failed != 0) {
            throw new IOException("this does not compile: " + source);
        }
        return new Compiled(classes);
    }

    /** A task that says a word. */
    static Compiled saying(Path directory, String word) throws IOException {
        return of(
                directory,
                "Saying",
                "public class Saying implements org.gleaner.client.executor.Task<String> {"
                        + " public String call() { return \"" + word + "\"; } }");
    }

    Path directory() {
        return directory;
    }

    public URLClassLoader loader() throws MalformedURLException {
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, Task.class.getClassLoader());
    }

    public static Class<?> load(ClassLoader loader, String name) throws ClassNotFoundException {
        return Class.forName(name, true, loader);
    }

    static Task<?> task(ClassLoader loader, String name) throws ReflectiveOperationException {
        return (Task<?>) load(loader, name).getDeclaredConstructor().newInstance();
    }

    static List<Path> paths(Compiled... all) {
        return Arrays.stream(all).map(Compiled::directory).toList();
    }
}
