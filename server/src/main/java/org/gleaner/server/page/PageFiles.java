package org.gleaner.server.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;

/**
 * All files of the page, read from this program and packed once. They are served below the hash of all of them, so a
 * browser may keep each for ever and still never mixes two versions. Immutable.
 */
public final class PageFiles {
    private static final String FOLDER = "org/gleaner/page/";
    private static final String INDEX = "index.html";
    /** What index.html writes for the folder that the others are in. */
    private static final String PLACE = "{page}";

    /** Where index.html wants this file itself: who watches over the arrival of all others must not be late. */
    private static final String ARRIVAL = "{arrival}";

    private static final String ARRIVAL_FILE = "arrival.js";

    /** A script that is no file of its own; browsers take import maps only from the document itself. */
    private static final Pattern OWN_SCRIPT =
            Pattern.compile("<script(?: type=\"importmap\")?>(.*?)</script>", Pattern.DOTALL);

    private static final int DIGITS = 16;

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript;charset=utf-8",
            "mjs", "text/javascript;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "svg", "image/svg+xml");

    /** @param packed the same as gzip */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record File(String type, byte[] plain, byte[] packed) {}

    /** Read when the first browser comes: a server that nobody looks at starts faster. */
    private static final class Read {
        static final PageFiles ONCE = read();
    }

    private final String hash;
    private final SortedMap<String, File> files = new TreeMap<>();
    private final String index;
    private final String policy;

    /** @param contents by name, with slashes between folders */
    PageFiles(SortedMap<String, byte[]> contents) {
        MessageDigest all = Content.sha256();
        contents.forEach((name, content) -> {
            all.update(name.getBytes(UTF_8));
            all.update(Content.sha256().digest(content));
        });
        hash = Content.finish(all).hex().substring(0, DIGITS);
        byte[] template = contents.get(INDEX);
        if (template == null) {
            throw new IllegalArgumentException("the page has no " + INDEX);
        }
        contents.forEach((name, content) -> {
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            if (type != null) {
                files.put(name, new File(type, content, gzip(content)));
            }
        });
        String arrival = new String(contents.getOrDefault(ARRIVAL_FILE, new byte[0]), UTF_8);
        index = new String(template, UTF_8).replace(PLACE, "/page/" + hash).replace(ARRIVAL, arrival);
        policy = policy(index);
    }

    /** Those of this program. Reads a megabyte at the first call. */
    public static PageFiles ofThisProgram() {
        return Read.ONCE;
    }

    /** Changes with any of the files. */
    public String hash() {
        return hash;
    }

    public Optional<File> find(String name) {
        return Optional.ofNullable(files.get(name));
    }

    /** What a browser gets first. */
    public byte[] index() {
        return index.getBytes(UTF_8);
    }

    /** What the page may do, as a Content-Security-Policy: only files of ours run, and they speak with us alone. */
    public String policy() {
        return policy;
    }

    private static String policy(String index) {
        String own = OWN_SCRIPT
                .matcher(index)
                .results()
                .map(script -> Content.sha256().digest(script.group(1).getBytes(UTF_8)))
                .map(hash -> " 'sha256-" + Base64.getEncoder().encodeToString(hash) + "'")
                .collect(Collectors.joining());
        return String.join(
                "; ",
                "default-src 'none'",
                "script-src 'self'" + own,
                "style-src 'self'",
                "connect-src 'self'",
                "img-src 'self' data: blob:",
                "worker-src 'self'",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'");
    }

    private static byte[] gzip(byte[] content) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory can't be written", impossible);
        }
        return packed.toByteArray();
    }

    private static PageFiles read() {
        @Nullable URL index = PageFiles.class.getClassLoader().getResource(FOLDER + INDEX);
        if (index == null) {
            throw new IllegalStateException("this program was built without its page");
        }
        try {
            URLConnection connection = index.openConnection();
            return new PageFiles(
                    connection instanceof JarURLConnection jar
                            ? inJar(jar)
                            : inFolder(Path.of(index.toURI()).resolveSibling("")));
        } catch (IOException | URISyntaxException broken) {
            throw new IllegalStateException("files of this program can't be read", broken);
        }
    }

    private static SortedMap<String, byte[]> inJar(JarURLConnection connection) throws IOException {
        SortedMap<String, byte[]> found = new TreeMap<>();
        // Its own: one that others share must not be closed under them.
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : jar.stream().toList()) {
                if (!entry.isDirectory() && entry.getName().startsWith(FOLDER)) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        found.put(entry.getName().substring(FOLDER.length()), in.readAllBytes());
                    }
                }
            }
        }
        return found;
    }

    private static SortedMap<String, byte[]> inFolder(Path folder) throws IOException {
        SortedMap<String, byte[]> found = new TreeMap<>();
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : all) {
            found.put(folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
        }
        return found;
    }
}
