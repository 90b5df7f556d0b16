package org.gleaner.core.job;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * The pages that change, or come, when more entries come behind so many.
     *
     * @param last the page that is not full, if there is one
     */
    public static List<EntryPage> behind(int entries, @Nullable EntryPage last, List<Entry> more) {
        List<Entry> all = new ArrayList<>(last == null ? List.of() : last.entries());
        if (all.size() != entries % SIZE) {
            throw new IllegalArgumentException("the last page of " + entries + " entries has " + all.size());
        }
        all.addAll(more);
        List<EntryPage> pages = new ArrayList<>();
        int first = entries / SIZE;
        of(all).forEach(page -> pages.add(new EntryPage(first + page.number(), page.entries())));
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
