package org.gleaner.client.description;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Entry;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file (RFC 4180, UTF-8, with or without a byte order mark), whose first line names the columns; a
 * heading such as {@code run time (s)} names the column {@code run_time_s}. The
 * delimiter is the most frequent candidate of that line unless it is given. An entry's text is its cells with the
 * delimiter between, as {@code {}} of GNU parallel is the whole line.
 *
 * @param delimiter what separates the cells
 */
record RowFile(List<String> columns, List<Entry> entries, char delimiter) {
    private static final String CANDIDATES = ",;\t|";
    private static final int LONGEST_HEADER = 1 << 20;

    /** @param delimiter as typed; null: found out */
    static RowFile read(InputStream in, @Nullable String delimiter) throws ClientFailure, IOException {
        try {
            BufferedReader text = new BufferedReader(
                    new InputStreamReader(withoutMark(in), StandardCharsets.UTF_8.newDecoder()), LONGEST_HEADER);
            char separator = delimiter == null ? detect(text) : separator(delimiter);
            return rows(text, separator);
        } catch (CharacterCodingException malformed) {
            throw notText();
        } catch (CsvParseException | UncheckedIOException malformed) {
            if (malformed.getCause() instanceof CharacterCodingException) {
                throw notText();
            }
            if (malformed instanceof UncheckedIOException trouble) {
                throw trouble.getCause();
            }
            throw Draft.unusable(
                    "each-row", "It is not CSV: " + String.valueOf(malformed.getMessage()) + " Check its quotes.");
        }
    }

    private static ClientFailure notText() {
        return Draft.unusable("each-row", "The file is not UTF-8; save it as CSV in UTF-8.");
    }

    private static InputStream withoutMark(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in);
        buffered.mark(3);
        byte[] start = buffered.readNBytes(3);
        boolean marked =
                start.length == 3 && start[0] == (byte) 0xEF && start[1] == (byte) 0xBB && start[2] == (byte) 0xBF;
        if (!marked) {
            buffered.reset();
        }
        return buffered;
    }

    private static char separator(String text) throws ClientFailure {
        if (text.equals("tab") || text.equals("\\t") || text.equals("\t")) {
            return '\t';
        }
        if (text.length() != 1 || CANDIDATES.indexOf(text.charAt(0)) < 0) {
            throw Draft.unusable("delimiter", "'" + text + "' is not one of , ; | or tab.");
        }
        return text.charAt(0);
    }

    /** What separates the words of the first line most often, outside of quotes. */
    private static char detect(BufferedReader text) throws IOException {
        text.mark(LONGEST_HEADER - 1);
        int[] counts = new int[CANDIDATES.length()];
        boolean quoted = false;
        for (int i = 0, c = text.read(); c >= 0 && i < LONGEST_HEADER - 2; c = text.read(), i++) {
            if (c == '"') {
                quoted = !quoted;
            } else if ((c == '\n' || c == '\r') && !quoted) {
                break;
            } else if (!quoted && CANDIDATES.indexOf(c) >= 0) {
                counts[CANDIDATES.indexOf(c)]++;
            }
        }
        text.reset();
        int best = 0;
        for (int i = 1; i < counts.length; i++) {
            best = counts[i] > counts[best] ? i : best;
        }
        return CANDIDATES.charAt(best);
    }

    private static RowFile rows(Reader text, char separator) throws ClientFailure, IOException {
        List<String> columns = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        CsvReader.CsvReaderBuilder syntax = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true);
        try (CsvReader<CsvRecord> reader = syntax.ofCsvRecord(text)) {
            for (CsvRecord row : reader) {
                if (columns.isEmpty()) {
                    row.getFields().forEach(name -> columns.add(column(name)));
                    checkHeader(columns);
                } else if (row.getFieldCount() != columns.size()) {
                    throw new ClientFailure(
                            ClientFailure.Kind.VALUE,
                            "each-row",
                            "Invalid value for `each-row`.",
                            "Line " + row.getStartingLineNumber() + " has " + Counted.of(row.getFieldCount(), "cell")
                                    + ", but the header has " + columns.size() + ".",
                            "Give each row as many cells as the header; quote a cell that contains the delimiter.");
                } else {
                    entries.add(new Entry(
                            String.join(String.valueOf(separator), row.getFields()), row.getFields(), List.of()));
                }
            }
        } catch (IllegalArgumentException unusable) {
            throw Draft.unusable("each-row", SystemWords.sentence(unusable));
        }
        if (entries.isEmpty()) {
            throw Draft.unusable(
                    "each-row", columns.isEmpty() ? "The file is empty." : "There are no rows below the header.");
        }
        return new RowFile(columns, entries, separator);
    }

    /** A heading as a name: what a table's author puts between its words becomes an underscore. */
    static String column(String heading) {
        String name = heading.strip().replaceAll("[\\s()\\[\\]/.:%#]+", "_");
        return name.length() > 1 && name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    }

    private static void checkHeader(List<String> columns) throws ClientFailure {
        try {
            ArrayShape.Listed unused = new ArrayShape.Listed(1, columns);
        } catch (IllegalArgumentException unusable) {
            throw Draft.unusable(
                    "each-row", "The first line must name the columns: " + String.valueOf(unusable.getMessage()) + ".");
        }
    }
}
