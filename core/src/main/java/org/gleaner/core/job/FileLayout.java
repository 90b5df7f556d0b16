package org.gleaner.core.job;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Whether files can lie together in a task's directory, as far as their names tell. Names are kept in an order in which
 * what lies below a name follows it at once: so only neighbours need a look, however deep and many they are.
 */
public final class FileLayout {
    /** What is wrong with a name. */
    public enum Flaw {
        /** A part of it is longer than file systems can hold. */
        LONG,
        /** It is in its list more than once. */
        TWICE,
        /** It would have to be a file, and a directory for another one. */
        FILE_AND_DIRECTORY
    }

    /** @param other the name that goes with it: below it if it would have to be a directory, else the same */
    public record Fault(Flaw flaw, String path, String other) {}

    /** A slash comes before all else that a name may have in it. */
    private static final Comparator<String> BELOW_FOLLOWS = FileLayout::compare;

    private final TreeSet<String> shared = new TreeSet<>(BELOW_FOLLOWS);

    /** @param shared files that all tasks have, and that are right among themselves */
    public FileLayout(List<InputFile> shared) {
        shared.forEach(file -> this.shared.add(file.path()));
    }

    /** What is wrong with a list of files for itself. */
    public static Optional<Fault> among(List<InputFile> files) {
        Optional<Fault> tooLong = firstLong(files);
        return tooLong.isPresent() || files.size() < 2 ? tooLong : crossed(files);
    }

    /** What is wrong with files that come to those that all tasks have; one of the same name takes its place. */
    public Optional<Fault> with(List<InputFile> own) {
        Optional<Fault> fault = among(own);
        for (int i = 0; i < own.size() && fault.isEmpty(); i++) {
            String path = own.get(i).path();
            String below = shared.higher(path);
            String above = shared.lower(path);
            if (below != null && isBelow(below, path)) {
                fault = Optional.of(new Fault(Flaw.FILE_AND_DIRECTORY, path, below));
            } else if (above != null && isBelow(path, above)) {
                fault = Optional.of(new Fault(Flaw.FILE_AND_DIRECTORY, above, path));
            }
        }
        return fault;
    }

    private static Optional<Fault> firstLong(List<InputFile> files) {
        for (InputFile file : files) {
            if (FilePath.hasLongPart(file.path())) {
                return Optional.of(new Fault(Flaw.LONG, file.path(), file.path()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Fault> crossed(List<InputFile> files) {
        TreeSet<String> names = new TreeSet<>(BELOW_FOLLOWS);
        for (InputFile file : files) {
            if (!names.add(file.path())) {
                return Optional.of(new Fault(Flaw.TWICE, file.path(), file.path()));
            }
        }
        String before = names.first();
        for (String name : names) {
            if (isBelow(name, before)) {
                return Optional.of(new Fault(Flaw.FILE_AND_DIRECTORY, before, name));
            }
            before = name;
        }
        return Optional.empty();
    }

    private static boolean isBelow(String path, String above) {
        return path.length() > above.length() && path.charAt(above.length()) == '/' && path.startsWith(above);
    }

    private static int compare(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        for (int i = 0; i < shorter; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                return a == '/' ? -1 : b == '/' ? 1 : Character.compare(a, b);
            }
        }
        return Integer.compare(one.length(), other.length());
    }
}
