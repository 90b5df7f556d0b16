package org.gleaner.core.job;

import org.jspecify.annotations.Nullable;

/** Replaces {@code {}}, {@code {.}}, {@code {/}}, {@code {/.}} and {@code {#}} as GNU parallel does. */
public final class Placeholders {
    private Placeholders() {}

    /**
     * Expands a word of the command or a file name for one task. The replaced text is never looked at again, so an
     * entry that itself contains braces does no harm.
     */
    public static String expand(String template, String entry, int ordinal) {
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
            String replaced = value(template.substring(open + 1, close), entry, ordinal);
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

    private static @Nullable String value(String name, String entry, int ordinal) {
        return switch (name) {
            case "" -> entry;
            case "." -> withoutSuffix(entry);
            case "/" -> baseName(entry);
            case "/." -> withoutSuffix(baseName(entry));
            case "#" -> Integer.toString(ordinal);
            default -> null;
        };
    }

    private static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String withoutSuffix(String path) {
        int dot = path.lastIndexOf('.');
        return dot > path.lastIndexOf('/') + 1 ? path.substring(0, dot) : path;
    }
}
