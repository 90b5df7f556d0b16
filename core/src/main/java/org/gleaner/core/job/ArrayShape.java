package org.gleaner.core.job;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How many tasks a job has and where their entries come from. */
public sealed interface ArrayShape {
    int size();

    /** The entry of a task if it can be computed; null if the store has it. */
    default @Nullable Entry entry(int ordinal) {
        return null;
    }

    /** Where a file of a task lies among all results: those of an array in a directory for each task. */
    default String place(int ordinal, String path) {
        return ordinal + "/" + path;
    }

    /** One task without an entry. */
    record Single() implements ArrayShape {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public Entry entry(int ordinal) {
            return new Entry("", List.of());
        }

        @Override
        public String place(int ordinal, String path) {
            return path;
        }
    }

    /** Entries are numbers that can be computed, so none is stored. */
    record Range(long first, long last, long step) implements ArrayShape {
        /** Far from where differences overflow. */
        private static final long LARGEST = 1L << 53;

        public Range {
            if (step < 1 || last < first) {
                throw new IllegalArgumentException("not a range: " + first + "-" + last + (step == 1 ? "" : ":" + step)
                        + "; write first-last or first-last:step with first <= last and step >= 1");
            }
            if (first < -LARGEST || last > LARGEST || (last - first) / step >= Integer.MAX_VALUE) {
                throw new IllegalArgumentException("the range " + first + "-" + last + " is too large");
            }
        }

        @Override
        public int size() {
            return (int) ((last - first) / step) + 1;
        }

        public long value(int ordinal) {
            return first + (ordinal - 1) * step;
        }

        /** Its number as text. */
        @Override
        public Entry entry(int ordinal) {
            return new Entry(Long.toString(value(ordinal)), List.of());
        }
    }

    /**
     * Entries are texts, kept in the store in pages and never in memory.
     *
     * @param columns the names of an entry's cells, for {@code {column}}; none: an entry is just its text
     * @param growing whether more may come behind them; until then there may be none
     * @param hosting how far the problem is of which they are units; null: they are none
     */
    record Listed(
            int size,
            List<String> columns,
            boolean growing,
            @Nullable Hosting hosting) implements ArrayShape {
        private static final int MOST_COLUMNS = 1000;

        public Listed {
            columns = List.copyOf(columns);
            if (size < 0) {
                throw new IllegalArgumentException("an array can't have fewer than no entries");
            }
            if (columns.size() > MOST_COLUMNS) {
                throw new IllegalArgumentException("an array has at most " + MOST_COLUMNS + " columns");
            }
            for (String column : columns) {
                if (!column.matches("[A-Za-z_][A-Za-z0-9_-]{0,99}")) {
                    throw new IllegalArgumentException("'" + column + "' can't name a column; letters, digits, _ and -"
                            + " can, and it begins with a letter");
                }
            }
            if (new TreeSet<>(columns).size() != columns.size()) {
                throw new IllegalArgumentException("two columns have the same name: " + columns);
            }
        }

        /** Entries of which none is a unit of a problem. */
        public Listed(int size, List<String> columns, boolean growing) {
            this(size, columns, growing, null);
        }

        public Listed(int size, List<String> columns) {
            this(size, columns, false);
        }

        public Listed(int size) {
            this(size, List.of());
        }

        /** The same with more entries behind those that it has. */
        Listed with(int more) {
            return new Listed(Math.addExact(size, more), columns, growing, hosting);
        }
    }
}
