package org.gleaner.core.job;

import java.util.ArrayList;
import java.util.List;

/** {@link #SIZE} consecutive entries (the last page has fewer): the unit in which entries are stored and read. */
public record EntryPage(int number, List<Entry> entries) {
    public static final int SIZE = 1024;

    public EntryPage {
        entries = List.copyOf(entries);
        if (number < 0 || entries.isEmpty() || entries.size() > SIZE) {
            throw new IllegalArgumentException("entry page " + number + " has " + entries.size() + " entries");
        }
    }

    /** All entries of a job, in pages. */
    public static List<EntryPage> of(List<Entry> entries) {
        List<EntryPage> pages = new ArrayList<>();
        for (int from = 0; from < entries.size(); from += SIZE) {
            pages.add(new EntryPage(pages.size(), entries.subList(from, Math.min(entries.size(), from + SIZE))));
        }
        return pages;
    }

    /** The page on which a task's entry is. */
    public static int pageOf(int ordinal) {
        return (ordinal - 1) / SIZE;
    }

    public Entry entry(int ordinal) {
        return entries.get((ordinal - 1) % SIZE);
    }
}
