package org.gleaner.server.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.job.TaskCounts;
import org.jspecify.annotations.Nullable;

/** How single values look in a column. */
final class Columns {
    private static final Map<String, Outcome> OUTCOMES = outcomes();

    private Columns() {}

    private static Map<String, Outcome> outcomes() {
        Map<String, Outcome> words = new HashMap<>();
        for (Outcome outcome : Outcome.values()) {
            words.put(outcome.word(), outcome);
        }
        return words;
    }

    static Outcome outcome(String word) {
        Outcome outcome = OUTCOMES.get(word);
        if (outcome == null) {
            throw new IllegalArgumentException("'" + word + "' is not an outcome");
        }
        return outcome;
    }

    static Instant instant(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : instant(millis);
    }

    static @Nullable Long millis(@Nullable Instant at) {
        return at == null ? null : at.toEpochMilli();
    }

    /** A node may report any duration; one beyond the range of the column is as good as its end. */
    static long nanos(Duration duration) {
        boolean fits = duration.abs().compareTo(Duration.ofNanos(Long.MAX_VALUE)) <= 0;
        return fits ? duration.toNanos() : Long.MAX_VALUE;
    }

    /** Waiting, ready, running, done, paused, blocked, cancelled. */
    static String counts(TaskCounts counts) {
        return Arrays.stream(new int[] {
                    counts.waiting(),
                    counts.ready(),
                    counts.running(),
                    counts.done(),
                    counts.paused(),
                    counts.blocked(),
                    counts.cancelled()
                })
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }

    static TaskCounts counts(String text) {
        int[] counts =
                Arrays.stream(text.split(",", -1)).mapToInt(Integer::parseInt).toArray();
        return new TaskCounts(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]);
    }
}
