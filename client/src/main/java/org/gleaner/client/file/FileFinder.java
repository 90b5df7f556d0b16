package org.gleaner.client.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.wording.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * Finds what people name: a file, a directory with all in it, or a pattern as in the shell ({@code *}, {@code ?},
 * {@code [a-c]}, {@code {a,b}}, {@code **} for any directories). Names that begin with a dot are found only by patterns
 * that do too. Sorted, so that the same files are the same tasks.
 */
public final class FileFinder {
    private static final int DEEPEST = 64;

    private final Path directory;

    public FileFinder(Path directory) {
        this.directory = directory.normalize();
    }

    /** Whether there is a file of this name, which may be no name at all. */
    public static boolean isFile(Path directory, String name) {
        try {
            return !name.isEmpty() && Files.isRegularFile(directory.resolve(name));
        } catch (InvalidPathException noName) {
            return false;
        }
    }

    public static boolean isPattern(String name) {
        for (int i = 0; i < name.length(); i++) {
            if ("*?[{".indexOf(name.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Files to be laid beside every task; at least one, else it is a failure. */
    public List<LocalFile> inputs(String name) throws ClientFailure, IOException {
        List<LocalFile> files = new ArrayList<>();
        for (Path found : find(name)) {
            files.addAll(filesOf(found));
        }
        if (files.isEmpty()) {
            throw none("`in` " + Quoted.word(name) + " matches no file.", name);
        }
        return files;
    }

    /** A file, or all in a directory. */
    private List<LocalFile> filesOf(Path found) throws ClientFailure, IOException {
        if (!Files.isDirectory(found)) {
            return List.of(LocalFile.of(directory, found));
        }
        LocalFile root = LocalFile.of(directory, found);
        List<Path> inside = new ArrayList<>();
        walk(found, inside, 0);
        List<LocalFile> files = new ArrayList<>();
        for (Path file : inside) {
            files.add(LocalFile.checked(file, root.path() + "/" + LocalFile.slashes(found.relativize(file))));
        }
        return files;
    }

    /** A file of exactly this name, or all in such a directory; it is no pattern. Empty if there is none. */
    public List<LocalFile> named(String name) throws ClientFailure, IOException {
        Path literal = literal(name);
        return literal == null || !Files.exists(literal) ? List.of() : filesOf(literal.normalize());
    }

    /** The files that a pattern means, one for each task. */
    public List<LocalFile> each(String pattern) throws ClientFailure, IOException {
        List<LocalFile> files = new ArrayList<>();
        for (Path found : find(pattern)) {
            if (!Files.isDirectory(found)) {
                files.add(LocalFile.of(directory, found));
            }
        }
        if (files.isEmpty()) {
            boolean some = isDirectory(pattern)
                    && !children(directory.resolve(pattern)).isEmpty();
            String what = "`each` " + Quoted.word(pattern) + " matches no file.";
            throw some
                    ? ClientFailure.complete(
                            what,
                            Quoted.word(pattern) + " is a directory.",
                            "Name its files with a quoted pattern: `each` " + Quoted.word(pattern + "/*"))
                    : none(what, pattern);
        }
        return files;
    }

    /** @param what happened, as there is no file of this name */
    public ClientFailure none(String what, String name) {
        String quoted = Quoted.word(name);
        if (isDirectory(name)) {
            return ClientFailure.complete(
                    what,
                    quoted + " is a directory without a file in it, and only files are sent.",
                    "Put a file into it, or let the command make it: mkdir -p " + quoted);
        }
        return ClientFailure.complete(
                what,
                isPattern(name) ? "Nothing in " + directory + " matches it." : "There is no " + quoted + " here.",
                name.chars().anyMatch(Character::isISOControl)
                        ? "In a job file write it in single quotes or with forward slashes: in double quotes a"
                                + " backslash begins an escape."
                        : "Check the name; relative names start from the current directory.");
    }

    private boolean isDirectory(String name) {
        try {
            return Files.isDirectory(directory.resolve(name));
        } catch (InvalidPathException noName) {
            return false;
        }
    }

    private List<Path> find(String name) throws ClientFailure, IOException {
        Path literal = literal(name);
        // A name such as odd[1].csv is meant as it is if there is such a file; that of a file '*' also matches all
        // others.
        boolean matchesItself = name.indexOf('*') >= 0 || name.indexOf('?') >= 0;
        if (literal != null && !matchesItself && Files.exists(literal)) {
            return List.of(literal.normalize());
        }
        if (!isPattern(name)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        String[] parts = name.split("/+", -1);
        boolean absolute = name.startsWith("/");
        match(absolute ? Path.of("/") : directory, parts, absolute ? 1 : 0, found);
        Collections.sort(found);
        List<Path> unique = new ArrayList<>();
        for (Path path : found) {
            if (unique.isEmpty() || !unique.get(unique.size() - 1).equals(path)) {
                unique.add(path);
            }
        }
        return unique;
    }

    private @Nullable Path literal(String name) throws ClientFailure {
        if (name.isEmpty()) {
            throw ClientFailure.complete("A file name is empty.", "Perhaps a variable was not set.", "Name a file.");
        }
        try {
            return directory.resolve(name);
        } catch (InvalidPathException unusable) {
            return null;
        }
    }

    private void match(Path at, String[] parts, int index, List<Path> found) throws ClientFailure, IOException {
        if (index == parts.length) {
            found.add(at.normalize());
            return;
        }
        String part = parts[index];
        if (part.equals("**")) {
            match(at, parts, index + 1, found);
            if (at.getNameCount() - directory.getNameCount() < DEEPEST) {
                for (Path child : children(at)) {
                    if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS) && !isHidden(child)) {
                        match(child, parts, index, found);
                    }
                }
            }
        } else if (!isPattern(part)) {
            Path child = at.resolve(part);
            if (Files.exists(child)) {
                match(child, parts, index + 1, found);
            }
        } else {
            PathMatcher matcher = matcher(part);
            for (Path child : children(at)) {
                if (matcher.matches(child.getFileName()) && (part.startsWith(".") || !isHidden(child))) {
                    match(child, parts, index + 1, found);
                }
            }
        }
    }

    private static PathMatcher matcher(String part) throws ClientFailure {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + part);
        } catch (PatternSyntaxException malformed) {
            throw ClientFailure.complete(
                    "Invalid pattern '" + part + "'.",
                    malformed.getDescription() + ".",
                    "Patterns are written as in the shell: *.csv, run-[0-9].txt, data/**/*.in");
        }
    }

    private static List<Path> children(Path at) throws IOException {
        List<Path> children = new ArrayList<>();
        if (Files.isDirectory(at)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(at)) {
                stream.forEach(children::add);
            }
        }
        return children;
    }

    private static boolean isHidden(Path file) {
        return String.valueOf(file.getFileName()).startsWith(".");
    }

    private static void walk(Path at, List<Path> files, int depth) throws IOException {
        List<Path> children = children(at);
        Collections.sort(children);
        for (Path child : children) {
            if (!Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                if (Files.isRegularFile(child)) {
                    files.add(child);
                }
            } else if (depth < DEEPEST) {
                walk(child, files, depth + 1);
            }
        }
    }
}
