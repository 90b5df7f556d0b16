package org.gleaner.client.executor;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gleaner.client.child.ChildClasses;
import org.gleaner.client.child.ChildMain;
import org.gleaner.client.child.ChildProperties;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.LocalFile;

/** Code as files that travel. What has the same content is the same file, whenever and wherever it was made. */
final class Pack {
    static final String CHILD = "gleaner-child.jar";

    static final String CODE = "code/";

    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
    private static final int MOST_PIECES = 1_000;
    private static final int MOST_FILES = 200_000;
    private static final long LARGEST_PIECE = 1L << 30;

    private Pack() {}

    /**
     * @param sources jars and directories, in the order of the class path
     * @param loose class files that are in none of them
     * @param properties of the system, there
     * @param directory where jars are made that are none yet
     */
    static List<LocalFile> of(
            List<Path> sources, TreeMap<String, byte[]> loose, Map<String, String> properties, Path directory)
            throws IOException, ClientFailure {
        List<LocalFile> files = new ArrayList<>();
        for (Path source : sources) {
            Path piece = source;
            if (Files.isDirectory(source)) {
                piece = directory.resolve(files.size() + ".jar");
                pack(source, piece);
            }
            checkSize(source, piece);
            String name = String.valueOf(source.getFileName()).replaceAll("[^A-Za-z0-9._-]", "_");
            String path = String.format(Locale.ROOT, CODE + "%03d-%s", files.size(), name);
            files.add(new LocalFile(piece, path.endsWith(".jar") ? path : path + ".jar"));
        }
        if (!loose.isEmpty()) {
            Path piece = directory.resolve("loose.jar");
            write(piece, loose);
            files.add(new LocalFile(piece, CODE + "loose.jar"));
        }
        if (files.size() > MOST_PIECES) {
            throw ClientFailure.complete(
                    "The code of the calls is in too many files.",
                    "It is in " + files.size() + " jars and directories; at most " + MOST_PIECES + " can travel.",
                    "Put it into fewer jars.");
        }
        Path child = directory.resolve(CHILD);
        writeChild(child, files.stream().map(LocalFile::path).toList(), properties);
        files.add(new LocalFile(child, CHILD));
        return files;
    }

    private static void checkSize(Path source, Path piece) throws IOException, ClientFailure {
        long size = Files.size(piece);
        if (size > LARGEST_PIECE) {
            throw ClientFailure.complete(
                    source + " is too large to travel.",
                    "It has " + size + " bytes of code that a call needs; at most " + LARGEST_PIECE + " can travel.",
                    "Keep data in files that are named as options of the executor, and classes in smaller jars.");
        }
    }

    private static void pack(Path source, Path piece) throws IOException, ClientFailure {
        TreeMap<String, Path> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(source)) {
            all.filter(Files::isRegularFile)
                    .limit(MOST_FILES + 1L)
                    .forEach(
                            file -> found.put(source.relativize(file).toString().replace('\\', '/'), file));
        }
        if (found.size() > MOST_FILES) {
            throw ClientFailure.complete(
                    "The directory " + source + " has too many files.",
                    "It is on the class path of a call, so all of it would travel.",
                    "Keep classes in a directory of their own.");
        }
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(piece))) {
            for (Map.Entry<String, Path> one : found.entrySet()) {
                put(zip, one.getKey(), Files.readAllBytes(one.getValue()));
            }
        }
    }

    private static void write(Path piece, TreeMap<String, byte[]> content) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(piece))) {
            for (Map.Entry<String, byte[]> one : content.entrySet()) {
                put(zip, one.getKey(), one.getValue());
            }
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    private static void writeChild(Path jar, List<String> pieces, Map<String, String> properties) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, ChildMain.class.getName());
        main.put(Attributes.Name.CLASS_PATH, String.join(" ", pieces));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        manifest.write(bytes);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            put(zip, "META-INF/MANIFEST.MF", bytes.toByteArray());
            put(zip, ChildProperties.NAME, ChildProperties.write(properties));
            for (String file : ChildClasses.files()) {
                try (InputStream in = ChildMain.class.getResourceAsStream("/" + file)) {
                    if (in == null) {
                        throw new FileNotFoundException(file + " is not on the class path");
                    }
                    put(zip, file, in.readAllBytes());
                }
            }
        }
    }
}
