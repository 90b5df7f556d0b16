package org.gleaner.client.executor;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Jars and directories that a class loader looks into, in its order, as far as it tells. */
final class ClassPaths {
    private ClassPaths() {}

    static List<Path> of(ClassLoader loader) {
        if (loader == ClassLoader.getSystemClassLoader()) {
            return listed(System.getProperty("java.class.path", ""));
        }
        List<Path> paths = new ArrayList<>();
        if (loader instanceof URLClassLoader urls) {
            for (URL url : urls.getURLs()) {
                add(paths, url);
            }
        }
        return paths;
    }

    private static List<Path> listed(String classPath) {
        List<Path> paths = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            try {
                paths.add(Path.of(element).toAbsolutePath().normalize());
            } catch (InvalidPathException noPath) {
                // Nothing is found in it either.
            }
        }
        return paths;
    }

    private static void add(List<Path> paths, URL url) {
        try {
            if (url.getProtocol().equals("file")) {
                paths.add(Path.of(url.toURI()).normalize());
            }
        } catch (URISyntaxException | InvalidPathException noPath) {
            // Its place in the order is unknown then.
            return;
        }
    }
}
