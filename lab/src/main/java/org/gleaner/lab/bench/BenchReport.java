package org.gleaner.lab.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.protocol.json.Members;

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
        StringBuilder text = new StringBuilder("gleaner bench " + bench + " on " + machine + "\n");
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
        Members.objects(out, "tables", report.tables(), BenchReport::writeTable);
        Members.objects(out, "bars", report.bars(), (json, bar) -> {
            json.writeStringField("name", bar.name());
            json.writeNumberField("value", bar.value());
            json.writeNumberField("limit", bar.limit());
            json.writeStringField("unit", bar.unit());
            json.writeBooleanField("kept", bar.isKept());
        });
        Members.texts(out, "notes", report.notes());
        out.writeEndObject();
    }

    private static void writeTable(JsonGenerator out, FigureTable table) throws IOException {
        out.writeStringField("title", table.title());
        Members.objects(out, "rows", table.rows(), (json, row) -> {
            json.writeStringField(table.columns().get(0), row.label());
            for (int i = 0; i < row.figures().size(); i++) {
                json.writeNumberField(table.columns().get(i + 1), row.figures().get(i));
            }
        });
    }
}
