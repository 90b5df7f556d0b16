package org.gleaner.core.job;

import java.util.List;

/**
 * What is particular to one task of an array.
 *
 * @param value its text
 * @param cells its values for the columns of the array; none where the array has no columns
 * @param files those that travel for it alone
 */
public record Entry(String value, List<String> cells, List<InputFile> files) {
    public Entry {
        cells = List.copyOf(cells);
        files = List.copyOf(files);
        CommandLine.checkText(value);
        cells.forEach(CommandLine::checkText);
    }

    public Entry(String value, List<InputFile> files) {
        this(value, List.of(), files);
    }
}
