package org.gleaner.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code {}}, {@code {.}}, {@code {/}}, {@code {/.}} and {@code {#}} as GNU parallel does, and
 * {@code {column}} by the cell of that column.
 */
public final class Placeholders {
    private final List<String> columns;
    private final Entry entry;
    private final int ordinal;

    private Placeholders(List<String> columns, Entry entry, int ordinal) {
        this.columns = columns;
        this.entry = entry;
        this.ordinal = ordinal;
    }

    /** Those of one task. */
    public static Placeholders of(ArrayShape array, Entry entry, int ordinal) {
        List<String> columns = array instanceof ArrayShape.Listed listed ? listed.columns() : List.of();
        return new Placeholders(columns, entry, ordinal);
    }

    /**
     * Expands a word of the command or a file name. The replaced text is never looked at again, so an entry that
     * itself contains braces does no harm.
     */
    public String expand(String template) {
        if (template.indexOf('{') < 0) {
            return template;
        }
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            int close = open < 0 ? -1 : template.indexOf('}', open);
            if (close < 0) {
                break;
            }
            String replaced = value(template.substring(open + 1, close));
            if (replaced == null) {
                text.append(template, at, open + 1);
                at = open + 1;
            } else {
                text.append(template, at, open).append(replaced);
                at = close + 1;
            }
        }
        return text.append(template, at, template.length()).toString();
    }

    private @Nullable String value(String name) {
        return switch (name) {
            case "" -> entry.value();
            case "." -> withoutSuffix(entry.value());
            case "/" -> baseName(entry.value());
            case "/." -> withoutSuffix(baseName(entry.value()));
            case "#" -> Integer.toString(ordinal);
            default -> cell(name);
        };
    }

    private @Nullable String cell(String column) {
        int at = columns.indexOf(column);
        return at >= 0 && at < entry.cells().size() ? entry.cells().get(at) : null;
    }

    private static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String withoutSuffix(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') + 1 ? path.substring(0, dot) : path;
    }
}
