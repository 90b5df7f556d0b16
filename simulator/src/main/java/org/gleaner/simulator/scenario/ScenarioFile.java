package org.gleaner.simulator.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a person named. */
final class ScenarioFile {
    /** What some editors and spreadsheets put before the first character of a text; it says nothing. */
    static final char BYTE_ORDER_MARK = '\uFEFF';

    private ScenarioFile() {}

    /** Decoded here, because the parser of the JDK complains about wrong bytes on the console, and without a line. */
    static String utf8(String file, byte[] bytes) throws ScenarioError {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        if (UTF_8.newDecoder().decode(in, out, true).isError()) {
            int line = 1 + (int) out.flip().chars().filter(c -> c == '\n').count();
            throw ScenarioError.at(
                    file, line, "a byte is not UTF-8.", "Files are read as UTF-8 text.", "Save the file as UTF-8.");
        }
        String text = out.flip().toString();
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    static String name(Path path) {
        Path name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }

    /** Somebody's text as it may be shown: short, and nothing that moves a cursor. */
    static String quoted(String text) {
        return "\"" + (text.length() <= 40 ? text : text.substring(0, 40) + "…").replaceAll("\\p{Cntrl}", "?") + "\"";
    }

    static ScenarioError unreadable(Path path, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return new ScenarioError(
                    "The file " + path + " does not exist.",
                    "There is no file with this name.",
                    "Check the path; a relative one starts at the current directory.");
        }
        if (Files.isDirectory(path)) {
            return new ScenarioError(path + " is a directory.", "A file is expected here.", "Name a file in it.");
        }
        return new ScenarioError(
                "The file " + path + " can't be read.",
                cause instanceof AccessDeniedException
                        ? "You don't have permission to read it."
                        : String.valueOf(cause.getMessage()).lines().findFirst().orElse("The system gives no reason."),
                "Make it readable, or name another file.");
    }
}
