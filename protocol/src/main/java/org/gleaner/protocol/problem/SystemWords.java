package org.gleaner.protocol.problem;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.gleaner.core.job.MemorySize;

/** What the system or core says, in words for people: no names of classes, which alone tell some cases apart. */
public final class SystemWords {
    private static final Pattern ABSOLUTE = Pattern.compile("(^|[\\s'\"(\\[:=])/\\S");

    private SystemWords() {}

    /** A sentence without its full stop. */
    public static String of(IOException failed) {
        String message = failed.getMessage();
        if (message == null) {
            return "no details (" + failed.getClass().getSimpleName() + ")";
        }
        if (failed instanceof NoSuchFileException) {
            return "there is no " + message;
        }
        if (failed instanceof AccessDeniedException) {
            return "permission denied: " + message;
        }
        if (failed instanceof FileAlreadyExistsException) {
            return message + " already exists";
        }
        return message;
    }

    /** The same for people elsewhere, who can do nothing with paths of this machine. */
    public static String withoutPlaces(IOException failed) {
        if (failed instanceof FileSystemException concrete) {
            String reason = concrete.getReason();
            if (reason != null && !ABSOLUTE.matcher(reason).find()) {
                return reason;
            }
            if (failed instanceof NoSuchFileException) {
                return "a file that it needs is not there";
            }
            if (failed instanceof AccessDeniedException) {
                return "permission denied";
            }
            return failed instanceof FileAlreadyExistsException
                    ? "a file is in the way of another"
                    : "a file could not be used";
        }
        String message = failed.getMessage();
        return message == null || ABSOLUTE.matcher(message).find() ? "a file could not be used" : message;
    }

    /** The records of core refuse in words meant for people, but not in sentences. */
    public static String sentence(IllegalArgumentException refusal) {
        return sentence(String.valueOf(refusal.getMessage()));
    }

    public static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    /** The same, with the room that is left on the disk where it was to be written. */
    public static String of(IOException failed, Path written) {
        try {
            for (Path there = written.toAbsolutePath(); there != null; there = there.getParent()) {
                if (Files.exists(there)) {
                    MemorySize free = new MemorySize(Files.getFileStore(there).getUsableSpace());
                    return of(failed) + " (" + free + " free on the disk of " + there + ")";
                }
            }
        } catch (IOException unknown) {
            // What failed is told all the same.
            return of(failed);
        }
        return of(failed);
    }
}
