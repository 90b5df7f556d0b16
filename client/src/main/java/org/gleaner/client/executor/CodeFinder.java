package org.gleaner.client.executor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the code of calls: from the classes that are written in them on, all that their class files name, through the
 * class loaders that have them. Confined to one thread.
 */
final class CodeFinder {
    private static final int MOST_CLASSES = 100_000;
    /** The release that the program on the node needs itself. */
    private static final int LEAST_RELEASE = 17;

    private final Set<Place> seen = new HashSet<>();
    private final Deque<Place> next = new ArrayDeque<>();
    private final Set<Path> sources = new LinkedHashSet<>();
    private final TreeMap<String, byte[]> loose = new TreeMap<>();
    private int release = LEAST_RELEASE;

    /** @param name as a path, without its ending */
    private record Place(String name, ClassLoader loader) {}

    /** Jars and directories, in the order in which they were met. */
    Set<Path> sources() {
        return sources;
    }

    /** Class files that are in neither, by their paths. */
    TreeMap<String, byte[]> loose() {
        return loose;
    }

    /** The Java release that all of it needs at least. */
    int release() {
        return release;
    }

    /** Whether that needs code which was not known before. */
    boolean add(Set<Class<?>> classes) throws IOException {
        int before = sources.size() + loose.size();
        int releaseBefore = release;
        for (Class<?> type : classes) {
            add(type.getName().replace('.', '/'), type.getClassLoader());
        }
        for (Place place = next.poll(); place != null; place = next.poll()) {
            follow(place);
        }
        return sources.size() + loose.size() > before || release > releaseBefore;
    }

    private void add(String name, @Nullable ClassLoader loader) {
        boolean known = name.startsWith("java/") || ChildClasses.has(name);
        if (loader != null && !known && seen.size() < MOST_CLASSES) {
            Place place = new Place(name, loader);
            if (seen.add(place)) {
                next.add(place);
            }
        }
    }

    private void follow(Place place) throws IOException {
        String file = place.name() + ".class";
        URL url = place.loader().getResource(file);
        if (url == null || url.getProtocol().equals("jrt")) {
            return;
        }
        byte[] bytes = bytes(url);
        Path source = source(url, file);
        if (source == null) {
            loose.put(file, bytes);
        } else {
            sources.add(source);
        }
        ClassNames names = ClassNames.of(new ByteArrayInputStream(bytes));
        release = Math.max(release, names.release());
        names.names().forEach(name -> add(name, place.loader()));
    }

    /** Without the cache of the JDK, which would keep jars open. */
    private static byte[] bytes(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    /** The jar or directory in which a class file is; null: something else. */
    private static @Nullable Path source(URL url, String file) {
        String text = url.toString();
        String root = text.substring(0, Math.max(0, text.length() - file.length()));
        if (text.startsWith("jar:file:") && root.endsWith("!/")) {
            return Path.of(URI.create(root.substring("jar:".length(), root.length() - 2)));
        }
        return text.startsWith("file:") ? Path.of(URI.create(root)) : null;
    }
}
