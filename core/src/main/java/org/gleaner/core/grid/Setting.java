package org.gleaner.core.grid;

import java.time.Duration;
import java.util.Locale;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.core.scheduling.Objective;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.core.scheduling.Weights;

/** Everything that can be changed while the server runs, with its default. The one list of names. */
public enum Setting {
    STRATEGY(Kind.STRATEGY, "survival", "how work is chosen: " + String.join(", ", Strategies.names())),
    REDUNDANCY(
            Kind.REDUNDANCY,
            "computed",
            "whether idle nodes also run copies of running tasks: " + String.join(", ", Redundancies.names())),
    OBJECTIVE(Kind.OBJECTIVE, "auto", "the goal of strategy survival: auto, makespan or flow"),
    FAIRLEVEL(
            Kind.FRACTION,
            "0.2",
            "0 to 1: strategy mixed is balanced while a type has less than this part of the top one"),
    RND(Kind.RANDOM, "scaled", "the random part of strategy uptime: scaled to the types' run times, or paper"),
    FAIRNESS(
            Kind.FAIRNESS,
            "weighted",
            "whose turn it is: weighted (owners by their weights) or balanced (by the strategy)"),
    WEIGHTS(Kind.WEIGHTS, Weights.EQUAL, "shares of the pool, such as alice=4,bob=2,alice/sim=1; all others have 1"),
    FAIRNESS_WINDOW(Kind.RETENTION, "1h", "how much of the pool's time an owner may catch up on; off: all"),
    HALT(Kind.HALT, "none", "stop-all: starts (nothing new starts) or all (running tasks are stopped too)"),
    CALLS_PER_SECOND(Kind.COUNT, "500", "calls per second with one user token; ten seconds' worth at once"),
    NODE_CALLS_PER_SECOND(Kind.COUNT, "1000", "the same for a node; its syncs are counted separately"),
    JOINS_PER_MINUTE(Kind.COUNT, "600", "machines that may join with one join token; a minute's worth at once"),
    MOST_NODES(Kind.COUNT, "20000", "most nodes that are known at once; forgotten ones do not count"),
    STRANGERS_PER_MINUTE(Kind.COUNT, "120", "calls without a valid token that are answered per address"),
    LONG_CALL(Kind.DURATION, "20s", "how long a node's sync is held open"),
    SUSPECT_AFTER(Kind.DURATION, "40s", "silence after which a node is shown as suspect"),
    LOST_AFTER(Kind.DURATION, "60s", "silence after which a node's attempts are lost"),
    KILL_GRACE(Kind.DURATION, "10s", "time between asking a process to end and killing it"),
    CHUNK_TIME(Kind.DURATION, "5s", "short tasks are handed out in chunks of at most this much work"),
    CHUNK_TASKS(Kind.COUNT, "64", "most tasks in one chunk"),
    COLLECT_TIME(Kind.DURATION, "10ms", "how long new work is collected before waiting nodes are offered it"),
    ELSEWHERE_TIME(Kind.DURATION, "30s", "how long a failed task waits for a node other than the one it failed on"),
    REFUSAL_TIME(Kind.DURATION, "10m", "how long a node that could not start a task gets none like it"),
    KEY_TIME(Kind.DURATION, "7d", "how long an idempotency key is remembered"),
    ARRAY_LIMIT(Kind.COUNT, "10000000", "most tasks in one job"),
    INLINE_LIMIT(Kind.SIZE, "16K", "content up to this size is sent inside a commit"),
    WEBHOOKS(Kind.HOSTS, "off", "hosts that may be notified when a job ends, separated by commas; or off"),
    RETENTION_HISTORY(Kind.RETENTION, "365d", "how long a closed job is remembered, or off"),
    RETENTION_STAYS(
            Kind.RETENTION, "30d", "how long a node's single stays are kept; after that only weekly sums; or off"),
    RETENTION_OUTPUTS(Kind.RETENTION, "90d", "how long the files of a closed job are kept, or off"),
    BLOB_GRACE(Kind.DURATION, "24h", "how long content is kept that no job names"),
    QUOTA_OWNER(Kind.QUOTA, "off", "most bytes of files that one owner's jobs may keep, or off"),
    QUOTA_TOTAL(Kind.QUOTA, "off", "most bytes of files that all jobs together may keep, or off");

    /** What the value is, and so what is checked. */
    private enum Kind {
        STRATEGY,
        REDUNDANCY,
        OBJECTIVE,
        FRACTION,
        RANDOM,
        FAIRNESS,
        WEIGHTS,
        HALT,
        DURATION,
        COUNT,
        SIZE,
        HOSTS,
        RETENTION,
        QUOTA
    }

    /** Says of a limit that there is none. */
    static final String OFF = "off";

    /** The random part of a rule as its paper has it. */
    static final String PAPER = "paper";

    /** Turns by weight. */
    static final String WEIGHTED = "weighted";

    private static final int MOST = 100_000_000;
    private static final MemorySize LARGEST = new MemorySize(1 << 20);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final Kind kind;
    private final String preset;
    private final String meaning;

    Setting(Kind kind, String preset, String meaning) {
        this.kind = kind;
        this.preset = preset;
        this.meaning = meaning;
    }

    /** The setting of this name; an {@link IllegalArgumentException} names those that exist. */
    public static Setting named(String word) {
        StringBuilder known = new StringBuilder();
        for (Setting setting : values()) {
            if (setting.word().equals(word)) {
                return setting;
            }
            known.append(known.isEmpty() ? "" : ", ").append(setting.word());
        }
        throw new IllegalArgumentException("there is none of this name; there are " + known);
    }

    /** Throws an {@link IllegalArgumentException} that says what is wrong with the value. */
    public void check(String value) {
        switch (kind) {
            case STRATEGY -> Strategies.named(value);
            case REDUNDANCY -> Redundancies.named(value);
            case OBJECTIVE -> Objective.named(value);
            case FRACTION -> fraction(value);
            case RANDOM -> {
                if (!value.equals(PAPER) && !value.equals("scaled")) {
                    throw new IllegalArgumentException("'" + value + "' is neither scaled nor " + PAPER);
                }
            }
            case FAIRNESS -> {
                if (!value.equals(WEIGHTED) && !value.equals("balanced")) {
                    throw new IllegalArgumentException("'" + value + "' is neither balanced nor " + WEIGHTED);
                }
            }
            case WEIGHTS -> Weights.parse(value);
            case HALT -> Halt.named(value);
            case DURATION -> checkSpan(value);
            case RETENTION -> {
                if (!value.equals(OFF)) {
                    checkSpan(value);
                }
            }
            case QUOTA -> {
                if (!value.equals(OFF)) {
                    MemorySize.typed(value);
                }
            }
            case COUNT -> {
                if (!value.matches("[0-9]{1,9}") || count(value) < 1 || count(value) > MOST) {
                    throw new IllegalArgumentException("'" + value + "' is not a number from 1 to " + MOST);
                }
            }
            case SIZE -> {
                if (MemorySize.typed(value).compareTo(LARGEST) > 0) {
                    throw new IllegalArgumentException("'" + value + "' is more than " + LARGEST);
                }
            }
            case HOSTS -> Webhooks.parse(value);
        }
    }

    private static void checkSpan(String value) {
        if (Spans.parse(value).compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("'" + value + "' is longer than ten years");
        }
    }

    static double fraction(String value) {
        if (!value.matches("0(\\.[0-9]{1,6})?|1(\\.0{1,6})?")) {
            throw new IllegalArgumentException("'" + value + "' is not a number from 0 to 1");
        }
        return Double.parseDouble(value);
    }

    static int count(String value) {
        return Integer.parseInt(value);
    }

    public String preset() {
        return preset;
    }

    public String meaning() {
        return meaning;
    }

    /** The name that people use: {@code lost-after}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
