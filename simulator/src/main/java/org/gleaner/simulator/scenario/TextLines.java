package org.gleaner.simulator.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text file, plain or compressed ({@code .gz}), one after the other; lines and their number are bounded.
 * For one thread; to be closed.
 */
final class TextLines implements AutoCloseable {
    private static final int LONGEST = 10_000;
    private static final int MOST = 50_000_000;

    private final String file;
    private final Reader reader;
    private final char[] buffer = new char[1 << 14];
    private int filled;
    private int used;
    private int line;

    private TextLines(String file, Reader reader) {
        this.file = file;
        this.reader = reader;
    }

    static TextLines open(Path path) throws ScenarioError {
        String name = ScenarioFile.name(path);
        try {
            if (Files.isDirectory(path)) {
                throw new IOException("a directory");
            }
            InputStream in = new BufferedInputStream(Files.newInputStream(path));
            try {
                InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
                return new TextLines(name, new InputStreamReader(plain, UTF_8.newDecoder()));
            } catch (IOException e) {
                in.close();
                throw e;
            }
        } catch (ZipException | EOFException e) {
            throw new ScenarioError(name + " is not a gzip file.", reason(e), "Rename it without .gz, or compress it.");
        } catch (IOException e) {
            throw ScenarioFile.unreadable(path, e);
        }
    }

    /** The next line without its end, or null after the last. */
    @Nullable
    String next() throws ScenarioError {
        StringBuilder text = new StringBuilder();
        line++;
        while (true) {
            if (used == filled && !fill()) {
                return text.isEmpty() ? null : text.toString();
            }
            char c = buffer[used++];
            if (c == '\n') {
                return text.toString();
            }
            boolean isMark = c == ScenarioFile.BYTE_ORDER_MARK && line == 1 && text.isEmpty();
            if (c != '\r' && !isMark) {
                text.append(c);
            }
            if (text.length() > LONGEST || line > MOST) {
                throw wrong(
                        text.length() > LONGEST ? "this line is too long." : "the file has too many lines.",
                        "A line has at most " + LONGEST + " characters, and a file " + MOST + " lines.",
                        "Use a text file with one record per line.");
            }
        }
    }

    private boolean fill() throws ScenarioError {
        try {
            used = 0;
            filled = Math.max(0, reader.read(buffer));
            return filled > 0;
        } catch (CharacterCodingException e) {
            throw wrong("a byte after this line is not UTF-8.", "Files are read as UTF-8 text.", "Save it as UTF-8.");
        } catch (ZipException | EOFException e) {
            throw wrong("the compressed file is damaged after this line.", reason(e), "Download or compress it again.");
        } catch (IOException e) {
            throw wrong(
                    "the rest of the file can't be read.", reason(e), "Try again, or copy the file to another disk.");
        }
    }

    /** A complaint about the line that was read last. */
    ScenarioError wrong(String what, String why, String remedy) {
        return ScenarioError.at(file, line, what, why, remedy);
    }

    String file() {
        return file;
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? "It ends too early." : "The system says: " + e.getMessage() + ".";
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            // All that was wanted of the file has been read.
            return;
        }
    }
}
