package org.gleaner.core.job;

import java.util.List;

/** What is particular to one task of an array: its text, and the files that travel for it alone. */
public record Entry(String value, List<InputFile> files) {
    public Entry {
        files = List.copyOf(files);
        CommandLine.checkText(value);
    }
}
