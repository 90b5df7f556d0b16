package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** What a Java program needs to use a pool, taken out of the whole program: one jar without dependencies. */
record JavaJar(Path program, String version) {
    static final String GROUP = "org.gleaner";
    static final String ARTIFACT = "gleaner-client";

    /** Our modules, and the libraries that they use. */
    private static final List<String> PREFIXES = List.of(
            "org/gleaner/core/",
            "org/gleaner/protocol/",
            "org/gleaner/client/",
            "org/jspecify/",
            "com/fasterxml/jackson/core/",
            "de/siegmar/fastcsv/",
            "org/tomlj/",
            "org/antlr/v4/runtime/",
            "META-INF/LICENSE",
            "META-INF/NOTICE",
            "META-INF/FastDoubleParser-",
            "META-INF/Schubfach-");

    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** Appears when it is whole. */
    void write(Path file) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream out = Files.newOutputStream(fresh)) {
            write(out);
        }
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** As Maven lays it into a repository; returns the jar. */
    Path install(Path repository) throws IOException {
        Path directory = Files.createDirectories(
                repository.resolve(GROUP.replace('.', '/')).resolve(ARTIFACT).resolve(version));
        Path jar = directory.resolve(ARTIFACT + "-" + version + ".jar");
        write(jar);
        Files.writeString(directory.resolve(ARTIFACT + "-" + version + ".pom"), pom(), UTF_8);
        return jar;
    }

    private String pom() {
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>%s</groupId>
                  <artifactId>%s</artifactId>
                  <version>%s</version>
                </project>
                """.formatted(GROUP, ARTIFACT, version);
    }

    private void write(OutputStream sink) throws IOException {
        try (ZipFile whole = new ZipFile(program.toFile());
                ZipOutputStream zip = new ZipOutputStream(sink)) {
            put(zip, "META-INF/MANIFEST.MF", manifest());
            TreeSet<String> names = new TreeSet<>();
            whole.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> !name.endsWith("/") && isOurs(name))
                    .forEach(names::add);
            for (String name : names) {
                try (InputStream in = whole.getInputStream(whole.getEntry(name))) {
                    put(zip, name, in.readAllBytes());
                }
            }
        }
    }

    private static boolean isOurs(String name) {
        String path = name.replaceFirst("^META-INF/versions/[0-9]+/", "");
        return PREFIXES.stream().anyMatch(path::startsWith);
    }

    private byte[] manifest() throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MULTI_RELEASE, "true");
        main.put(Attributes.Name.IMPLEMENTATION_TITLE, "Gleaner for Java programs");
        main.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        manifest.write(bytes);
        return bytes.toByteArray();
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
