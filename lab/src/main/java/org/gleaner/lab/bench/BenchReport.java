package org.gleaner.lab.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a benchmark found, for people and for scripts.
 *
 * @param notes what one must know to read the figures
 */
record BenchReport(String bench, String machine, List<FigureTable> tables, List<Bar> bars, List<String> notes) {
    BenchReport {
        tables = List.copyOf(tables);
        bars = List.copyOf(bars);
        notes = List.copyOf(notes);
    }

    boolean isGood() {
        return bars.stream().allMatch(Bar::isKept);
    }

    /** Tables in Markdown, so that they can go into a document as they are. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append("gleaner bench ")
                .append(bench)
                .append(" on ")
                .append(machine)
                .append('\n');
        for (FigureTable table : tables) {
            text.append('\n').append(table.title()).append("\n\n");
            appendRow(text, table.columns());
            appendRow(text, table.columns().stream().map(column -> "---").toList());
            for (FigureTable.Row row : table.rows()) {
                List<String> cells = new ArrayList<>();
                cells.add(row.label());
                row.figures().forEach(figure -> cells.add(figure(figure)));
                appendRow(text, cells);
            }
        }
        text.append('\n');
        for (Bar bar : bars) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-6s %s: %s %s (bar: %s)%n",
                    bar.isKept() ? "ok" : "MISSED",
                    bar.name(),
                    figure(bar.value()),
                    bar.unit(),
                    figure(bar.limit())));
        }
        notes.forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.toString();
    }

    private static void appendRow(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** Three digits that matter. */
    static String figure(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    static void writeJson(JsonGenerator out, BenchReport report) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeStringField("bench", report.bench());
        out.writeStringField("machine", report.machine());
        out.writeBooleanField("good", report.isGood());
        out.writeArrayFieldStart("tables");
        for (FigureTable table : report.tables()) {
            writeTable(out, table);
        }
        out.writeEndArray();
        out.writeArrayFieldStart("bars");
        for (Bar bar : report.bars()) {
            out.writeStartObject();
            out.writeStringField("name", bar.name());
            out.writeNumberField("value", bar.value());
            out.writeNumberField("limit", bar.limit());
            out.writeStringField("unit", bar.unit());
            out.writeBooleanField("kept", bar.isKept());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeArrayFieldStart("notes");
        for (String note : report.notes()) {
            out.writeString(note);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void writeTable(JsonGenerator out, FigureTable table) throws IOException {
        out.writeStartObject();
        out.writeStringField("title", table.title());
        out.writeArrayFieldStart("rows");
        for (FigureTable.Row row : table.rows()) {
            out.writeStartObject();
            out.writeStringField(table.columns().get(0), row.label());
            for (int i = 0; i < row.figures().size(); i++) {
                out.writeNumberField(table.columns().get(i + 1), row.figures().get(i));
            }
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
