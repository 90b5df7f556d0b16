package org.gleaner.client.executor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.client.child.ChildClasses;
import org.jspecify.annotations.Nullable;

/**
 * Finds the code of calls: from the classes that are written in them on, all that their class files name, through the
 * class loaders that have them. Never holds two classes of one name. Confined to one thread.
 */
final class CodeFinder {
    private static final int MOST_CLASSES = 100_000;
    private static final int MOST_KNOWN = 1_000;
    /** The release that the program on the node needs itself. */
    private static final int LEAST_RELEASE = 17;

    /** What came of looking for code. */
    enum Found {
        /** It is all known. */
        NOTHING_NEW,
        MORE,
        /** There is another class of the same name here already. Nothing was taken. */
        ANOTHER_VERSION
    }

    private final SourceOrder order = new SourceOrder();
    private final Set<Place> seen = new HashSet<>();
    /** Where each class is from: a path, or its bytes. */
    private final Map<String, Object> origins = new HashMap<>();

    private final Set<Path> sources = new LinkedHashSet<>();
    private final TreeMap<String, byte[]> loose = new TreeMap<>();
    /** Calls that are alike have the same classes, and are many. */
    private final Set<Set<Class<?>>> known = new HashSet<>();

    private int release = LEAST_RELEASE;

    /** @param name as a path, without its ending */
    private record Place(String name, ClassLoader loader) {}

    /** Jars and directories, in the order in which class loaders look into them. */
    List<Path> sources() {
        return order.sorted(sources);
    }

    /** Class files that are in neither, by their paths. */
    TreeMap<String, byte[]> loose() {
        return loose;
    }

    /** The Java release that all of it needs at least. */
    int release() {
        return release;
    }

    boolean isEmpty() {
        return seen.isEmpty();
    }

    /** Takes the code of these classes, all of it or nothing. */
    Found add(Set<Class<?>> classes) throws IOException {
        if (known.contains(classes)) {
            return Found.NOTHING_NEW;
        }
        Found found = search(classes);
        if (found != Found.ANOTHER_VERSION && known.size() < MOST_KNOWN) {
            known.add(Set.copyOf(classes));
        }
        return found;
    }

    private Found search(Set<Class<?>> classes) throws IOException {
        Search search = new Search();
        for (Class<?> type : classes) {
            search.add(type.getName().replace('.', '/'), type.getClassLoader());
        }
        if (!search.toTheEnd()) {
            return Found.ANOTHER_VERSION;
        }
        int before = sources.size() + loose.size();
        int releaseBefore = release;
        seen.addAll(search.met);
        origins.putAll(search.from);
        sources.addAll(search.paths);
        loose.putAll(search.files);
        release = Math.max(release, search.newest);
        return sources.size() + loose.size() > before || release > releaseBefore ? Found.MORE : Found.NOTHING_NEW;
    }

    /** One search, of which nothing is kept unless it fits. */
    private final class Search {
        private final Set<Place> met = new LinkedHashSet<>();
        private final Deque<Place> next = new ArrayDeque<>();
        private final Map<String, Object> from = new HashMap<>();
        private final Set<Path> paths = new LinkedHashSet<>();
        private final Map<String, byte[]> files = new HashMap<>();
        private int newest = LEAST_RELEASE;

        private void add(String name, @Nullable ClassLoader loader) {
            if (loader == null || name.startsWith("java/") || ChildClasses.has(name)) {
                return;
            }
            Place place = new Place(name, loader);
            if (!seen.contains(place) && met.add(place)) {
                next.add(place);
            }
        }

        /** False: there is another version of something. */
        private boolean toTheEnd() throws IOException {
            for (Place place = next.poll(); place != null; place = next.poll()) {
                if (seen.size() + met.size() > MOST_CLASSES) {
                    throw new IOException("the call names more than " + MOST_CLASSES
                            + " classes, directly or through others; have it name fewer");
                }
                if (!follow(place)) {
                    return false;
                }
            }
            return true;
        }

        private boolean follow(Place place) throws IOException {
            String file = place.name() + ".class";
            URL url = place.loader().getResource(file);
            if (url == null || url.getProtocol().equals("jrt")) {
                return true;
            }
            byte[] bytes = bytes(url);
            Path source = source(url, file);
            // Of loose ones the bytes decide, as nothing else tells versions apart.
            Object origin = source == null ? ByteBuffer.wrap(bytes) : source;
            if (!origin.equals(origins.getOrDefault(place.name(), origin))
                    || !origin.equals(from.getOrDefault(place.name(), origin))) {
                return false;
            }
            from.put(place.name(), origin);
            if (source == null) {
                files.put(file, bytes);
            } else {
                order.note(place.loader());
                paths.add(source);
            }
            ClassNames names = ClassNames.of(new ByteArrayInputStream(bytes));
            newest = Math.max(newest, names.release());
            names.names().forEach(name -> add(name, place.loader()));
            return true;
        }
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
            return Path.of(URI.create(root.substring("jar:".length(), root.length() - 2)))
                    .normalize();
        }
        return text.startsWith("file:") ? Path.of(URI.create(root)).normalize() : null;
    }

    /** Where class loaders look first. Confined to its finder. */
    private static final class SourceOrder {
        private final Set<ClassLoader> noted = new HashSet<>();
        private final Map<Path, Integer> ranks = new HashMap<>();

        void note(ClassLoader loader) {
            if (!noted.add(loader)) {
                return;
            }
            ClassLoader parent = loader.getParent();
            if (parent != null) {
                note(parent);
            }
            for (Path path : ClassPaths.of(loader)) {
                ranks.putIfAbsent(path, ranks.size());
            }
        }

        /** Those of which nothing is known come last, as they were met. */
        List<Path> sorted(Set<Path> met) {
            List<Path> all = new ArrayList<>(met);
            all.sort(Comparator.comparingInt(path -> ranks.getOrDefault(path, Integer.MAX_VALUE)));
            return all;
        }
    }
}
