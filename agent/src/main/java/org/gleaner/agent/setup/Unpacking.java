package org.gleaner.agent.setup;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.MemorySize;

/**
 * Unpacks archives that somebody sent into one directory, and nowhere else. Names that lead out of it, devices and more
 * than a bounded number of files or bytes are refused. For one thread.
 *
 * <p><b>Why nothing gets out.</b> Nobody else writes to the directory meanwhile. An entry is made only where every
 * step from the top down to it is a real directory, looked at without following links; so whatever links there are,
 * also of an archive before, nothing is ever made, replaced or read through one. Where a link is, its name therefore
 * says truly how deep it lies. It may go up only at its beginning, and not further than that: from a real directory
 * inside to a real directory inside. If its way down meets other links, the same holds of each. So links end inside as
 * well, for whoever follows them later.
 */
public final class Unpacking {
    private static final int MOST_ENTRIES = 500_000;
    private static final int LONGEST_PART = 255;
    private static final int BUFFER = 1 << 16;

    private final Path target;
    private final long mostBytes;
    private final BooleanSupplier givenUp;
    private final Map<String, String> links = new LinkedHashMap<>();
    /** Known to be real: nothing that we do makes anything else of a directory. */
    private final Set<Path> directories = new HashSet<>();

    private final byte[] buffer = new byte[BUFFER];
    private long bytes;
    private int entries;

    public Unpacking(Path target, MemorySize most) {
        this(target, most, () -> false);
    }

    /**
     * Prepares to unpack.
     *
     * @param most bytes of all archives together
     * @param givenUp asked now and then; if it says so, what is being unpacked is refused
     */
    public Unpacking(Path target, MemorySize most, BooleanSupplier givenUp) {
        this.target = target;
        this.mostBytes = most.bytes();
        this.givenUp = givenUp;
        directories.add(target);
    }

    /** Unpacks the file; its kind is told by the name it was given. */
    public void unpack(Path archive, String name) throws IOException, BadArchive {
        String lower = name.toLowerCase(Locale.ROOT);
        try {
            if (lower.endsWith(".zip")) {
                zip(archive);
            } else if (lower.endsWith(".tar.gz") || lower.endsWith(".tgz")) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(archive), BUFFER)) {
                    tar(in);
                }
            } else if (lower.endsWith(".tar")) {
                try (InputStream in = new BufferedInputStream(Files.newInputStream(archive), BUFFER)) {
                    tar(in);
                }
            } else {
                throw new BadArchive("its name does not end in .tar, .tar.gz, .tgz or .zip");
            }
            makeLinks();
        } catch (ZipException | EOFException damaged) {
            throw new BadArchive("it is damaged: " + damaged.getMessage());
        } catch (FileAlreadyExistsException twice) {
            throw new BadArchive("it contains " + target.relativize(Path.of(twice.getFile()))
                    + " twice, as different kinds of file");
        } catch (InvalidPathException unusable) {
            throw new BadArchive("it has a name that this machine can't write: " + unusable.getInput());
        }
    }

    /** Last of all, so that archives that write below a name before they make it a link are refused as well. */
    private void makeLinks() throws IOException, BadArchive {
        for (Map.Entry<String, String> link : links.entrySet()) {
            Path path = fresh(link.getKey());
            Files.deleteIfExists(path);
            Files.createSymbolicLink(path, Path.of(link.getValue()));
        }
        links.clear();
    }

    private void tar(InputStream in) throws IOException, BadArchive {
        TarReader reader = new TarReader(in);
        for (TarReader.Entry entry = reader.next(); entry != null; entry = reader.next()) {
            String name = nameOf(entry.name());
            if (name.isEmpty()) {
                continue;
            }
            switch (entry.kind()) {
                case DIRECTORY -> directory(name);
                case FILE -> write(name, reader::read, entry.executable());
                case SYMBOLIC_LINK -> links.put(name, staying(name, entry.link()));
                case HARD_LINK -> copy(nameOf(entry.link()), name);
                default -> throw new BadArchive("it has a device, a pipe or a sparse file: " + name);
            }
        }
    }

    private void zip(Path archive) throws IOException, BadArchive {
        Map<String, Object> modes = Map.of("enablePosixFileAttributes", true);
        try (FileSystem zip = FileSystems.newFileSystem(archive, modes);
                Stream<Path> all = Files.walk(zip.getPath("/"))) {
            for (Iterator<Path> paths = all.iterator(); paths.hasNext(); ) {
                Path path = paths.next();
                String name = nameOf(path.toString().substring(1));
                if (name.isEmpty()) {
                    continue;
                }
                if (Files.isDirectory(path)) {
                    directory(name);
                } else {
                    boolean executable =
                            Files.getPosixFilePermissions(path).contains(PosixFilePermission.OWNER_EXECUTE);
                    try (InputStream in = Files.newInputStream(path)) {
                        write(name, in::read, executable);
                    }
                }
            }
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        } catch (ProviderNotFoundException | IllegalArgumentException unreadable) {
            throw new BadArchive("it can't be read as a zip: " + unreadable.getMessage());
        }
    }

    /** What a file's content is read by. */
    @FunctionalInterface
    private interface Content {
        int read(byte[] into) throws IOException;
    }

    private void write(String name, Content content, boolean executable) throws IOException, BadArchive {
        Path path = fresh(name);
        Files.deleteIfExists(path);
        try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)) {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                bytes += read;
                if (bytes > mostBytes) {
                    throw new BadArchive("it unpacks to more than " + new MemorySize(mostBytes));
                }
                goOn();
                out.write(buffer, 0, read);
            }
        }
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    /** Of a hard link the content is copied: a second name for one file is of no use to what is read-only. */
    private void copy(String from, String name) throws IOException, BadArchive {
        Path source = target.resolve(from);
        Path parent = source.getParent();
        if (from.isEmpty()
                || from.equals(name)
                || parent == null
                || !isReal(parent)
                || !Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
            throw new BadArchive("it has a hard link to a file that does not precede it: " + name);
        }
        boolean executable = Files.getPosixFilePermissions(source, LinkOption.NOFOLLOW_LINKS)
                .contains(PosixFilePermission.OWNER_EXECUTE);
        try (InputStream in = Files.newInputStream(source, LinkOption.NOFOLLOW_LINKS)) {
            write(name, in::read, executable);
        }
    }

    /** Whether it is a directory inside, and every step of the way to it as well. */
    private boolean isReal(Path directory) {
        for (Path path = directory; path != null && !directories.contains(path); path = path.getParent()) {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
        }
        return true;
    }

    private void directory(String name) throws IOException, BadArchive {
        count();
        open(target.resolve(name));
    }

    /** Makes the directory and those above it, none of which may be there as something else, not even as a link. */
    private void open(Path directory) throws IOException {
        if (directories.contains(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null) {
            open(parent);
        }
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(directory);
        }
        directories.add(directory);
    }

    /** Where the entry goes, with the directories above it. */
    private Path fresh(String name) throws IOException, BadArchive {
        count();
        Path path = target.resolve(name);
        Path parent = path.getParent();
        if (parent != null) {
            open(parent);
        }
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        return path;
    }

    private void count() throws BadArchive {
        goOn();
        entries++;
        if (entries > MOST_ENTRIES) {
            throw new BadArchive("it has more than " + MOST_ENTRIES + " entries");
        }
    }

    private void goOn() throws BadArchive {
        if (givenUp.getAsBoolean()) {
            throw new BadArchive("unpacking it took too long");
        }
    }

    /** Without what many archives begin their names with; empty for the directory itself. */
    private static String nameOf(String raw) throws BadArchive {
        String name = raw;
        while (name.startsWith("./")) {
            name = name.substring(2);
        }
        while (name.endsWith("/")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.isEmpty() || name.equals(".")) {
            return "";
        }
        for (String part : name.split("/", -1)) {
            if (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_PART) {
                throw new BadArchive("it has a name of more than " + LONGEST_PART + " bytes: " + part);
            }
        }
        try {
            return FilePath.check(name);
        } catch (IllegalArgumentException leaving) {
            throw new BadArchive(String.valueOf(leaving.getMessage()));
        }
    }

    /**
     * The link's target if it stays inside: relative, up only at its beginning, and not above the top. Up again later
     * could lead out by way of another link.
     */
    private static String staying(String name, String link) throws BadArchive {
        long depth = name.chars().filter(c -> c == '/').count();
        boolean down = false;
        long ups = 0;
        for (String part : link.split("/", -1)) {
            if (part.equals("..")) {
                ups += down ? MOST_ENTRIES : 1;
            } else if (!part.equals(".")) {
                down = true;
            }
        }
        if (link.isEmpty() || link.startsWith("/") || link.indexOf('\0') >= 0 || ups > depth) {
            throw new BadArchive("it has a link that points outside it: " + name);
        }
        return link;
    }
}
