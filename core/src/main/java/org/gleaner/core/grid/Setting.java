package org.gleaner.core.grid;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.gleaner.core.estimate.Estimator;
import org.gleaner.core.grid.AllowedValues.Form;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.core.scheduling.Weights;

/** Everything that can be changed while the server runs, with its default. The one list of names. */
public enum Setting {
    STRATEGY(Kind.STRATEGY, "survival"),
    REDUNDANCY(Kind.REDUNDANCY, "computed"),
    OBJECTIVE(Kind.OBJECTIVE, "auto"),
    OBJECTIVES(Kind.OBJECTIVES, Objectives.NONE),
    ESTIMATOR(Kind.ESTIMATOR, Setting.HYBRID),
    FAIRLEVEL(Kind.FRACTION, "0.2"),
    RND(Kind.RANDOM, "scaled"),
    FAIRNESS(Kind.FAIRNESS, "weighted"),
    WEIGHTS(Kind.WEIGHTS, Weights.EQUAL),
    FAIRNESS_WINDOW(Kind.SPAN_OR_OFF, "1h"),
    LICENCES(Kind.AMOUNTS, "none"),
    HALT(Kind.HALT, "none"),
    CALLS_PER_SECOND(Kind.COUNT, "500"),
    NODE_CALLS_PER_SECOND(Kind.COUNT, "1000"),
    JOINS_PER_MINUTE(Kind.COUNT, "600"),
    MOST_NODES(Kind.COUNT, "20000"),
    STRANGERS_PER_MINUTE(Kind.COUNT, "120"),
    LONG_CALL(Kind.DURATION, "20s"),
    SUSPECT_AFTER(Kind.DURATION, "40s"),
    LOST_AFTER(Kind.DURATION, "60s"),
    KILL_GRACE(Kind.DURATION, "10s"),
    CHUNK_TIME(Kind.DURATION, "5s"),
    CHUNK_TASKS(Kind.COUNT, "64"),
    COLLECT_TIME(Kind.DURATION, "10ms"),
    ELSEWHERE_TIME(Kind.DURATION, "30s"),
    REFUSAL_TIME(Kind.DURATION, "10m"),
    KEY_TIME(Kind.DURATION, "7d"),
    SEAL_AFTER(Kind.DURATION, "7d"),
    PROBLEM_HOSTS(Kind.COUNT, "4"),
    ARRAY_LIMIT(Kind.COUNT, "10000000"),
    INLINE_LIMIT(Kind.SIZE, "16K"),
    WEBHOOKS(Kind.HOSTS, "off"),
    RETENTION_HISTORY(Kind.SPAN_OR_OFF, "365d"),
    RETENTION_STAYS(Kind.SPAN_OR_OFF, "30d"),
    RETENTION_OUTPUTS(Kind.SPAN_OR_OFF, "90d"),
    BLOB_GRACE(Kind.DURATION, "24h"),
    QUOTA_OWNER(Kind.QUOTA, "off"),
    QUOTA_TOTAL(Kind.QUOTA, "off");

    /** What the value is, and so what is checked. */
    private enum Kind {
        STRATEGY,
        REDUNDANCY,
        OBJECTIVE,
        OBJECTIVES,
        ESTIMATOR,
        FRACTION,
        RANDOM,
        FAIRNESS,
        WEIGHTS,
        AMOUNTS,
        HALT,
        DURATION,
        COUNT,
        SIZE,
        HOSTS,
        SPAN_OR_OFF,
        QUOTA
    }

    /** Says of a limit that there is none. */
    static final String OFF = "off";

    /** A strategy that stands for whichever the controller finds best. */
    public static final String AUTO = "auto";

    /** An estimator that is no formula: what is known of others of the type. */
    static final String HYBRID = "hybrid";

    private static final String NONE = "none";
    private static final String SCALED = "scaled";
    private static final String BALANCED = "balanced";

    /** The random part of a rule as its paper has it. */
    static final String PAPER = "paper";

    /** Turns by weight. */
    static final String WEIGHTED = "weighted";

    private static final int MOST = 100_000_000;
    private static final MemorySize LARGEST = new MemorySize(1 << 20);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private final Kind kind;
    private final String preset;

    Setting(Kind kind, String preset) {
        this.kind = kind;
        this.preset = preset;
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
        throw new IllegalArgumentException("no such setting; the settings are " + known);
    }

    /** Throws an {@link IllegalArgumentException} that says what is wrong with the value. */
    public void check(String value) {
        if (value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the value contains a line break or another control character");
        }
        switch (kind) {
            case STRATEGY -> checkOneOf(strategies(), "strategy", value);
            case REDUNDANCY -> Redundancies.named(value);
            case OBJECTIVE -> Objective.named(value);
            case OBJECTIVES -> Objectives.parse(value);
            case ESTIMATOR -> checkOneOf(estimators(), "estimator", value);
            case FRACTION -> fraction(value);
            case RANDOM -> {
                if (!value.equals(PAPER) && !value.equals(SCALED)) {
                    throw new IllegalArgumentException("'" + value + "' is neither " + SCALED + " nor " + PAPER);
                }
            }
            case FAIRNESS -> {
                if (!value.equals(WEIGHTED) && !value.equals(BALANCED)) {
                    throw new IllegalArgumentException("'" + value + "' is neither " + BALANCED + " nor " + WEIGHTED);
                }
            }
            case WEIGHTS -> Weights.parse(value);
            case AMOUNTS -> amounts(value);
            case HALT -> Halt.named(value);
            case DURATION -> checkSpan(value);
            case SPAN_OR_OFF -> {
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

    /** What the value may be, for who offers a choice. */
    public AllowedValues allowed() {
        return switch (kind) {
            case STRATEGY -> AllowedValues.words(strategies());
            case REDUNDANCY -> AllowedValues.words(Redundancies.names());
            case OBJECTIVE ->
                AllowedValues.words(
                        Stream.of(Objective.values()).map(Objective::word).toList());
            case OBJECTIVES -> AllowedValues.form(Form.AMOUNTS, Objectives.NONE);
            case ESTIMATOR -> AllowedValues.words(estimators());
            case FRACTION -> AllowedValues.form(Form.FRACTION).within("0", "1");
            case RANDOM -> AllowedValues.words(List.of(SCALED, PAPER));
            case FAIRNESS -> AllowedValues.words(List.of(WEIGHTED, BALANCED));
            case WEIGHTS -> AllowedValues.form(Form.AMOUNTS, Weights.EQUAL);
            case AMOUNTS -> AllowedValues.form(Form.AMOUNTS, NONE);
            case HALT ->
                AllowedValues.words(Stream.of(Halt.values()).map(Halt::word).toList());
            case DURATION -> AllowedValues.form(Form.DURATION).within("", LONGEST.toDays() + "d");
            case SPAN_OR_OFF -> AllowedValues.form(Form.DURATION, OFF).within("", LONGEST.toDays() + "d");
            case QUOTA -> AllowedValues.form(Form.SIZE, OFF);
            case COUNT -> AllowedValues.form(Form.COUNT).within("1", Integer.toString(MOST));
            case SIZE -> AllowedValues.form(Form.SIZE).within("0", "1M");
            case HOSTS -> AllowedValues.form(Form.HOSTS, OFF);
        };
    }

    /** All that {@link #STRATEGY} may be. */
    public static List<String> strategies() {
        return Stream.concat(Strategies.names().stream(), Stream.of(AUTO)).toList();
    }

    /** All that {@link #ESTIMATOR} may be. */
    public static List<String> estimators() {
        return Stream.concat(Stream.of(HYBRID), Stream.of(Estimator.values()).map(Estimator::word))
                .toList();
    }

    private static void checkOneOf(List<String> known, String what, String value) {
        if (!known.contains(value)) {
            throw new IllegalArgumentException(
                    "there is no " + what + " '" + value + "'; there are " + String.join(", ", known));
        }
    }

    private static void checkSpan(String value) {
        if (Spans.parse(value).compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("'" + value + "' is longer than ten years");
        }
    }

    /** Such as {@code matlab=3,ansys=2}. */
    static Amounts amounts(String value) {
        return value.equals(NONE) ? Amounts.NONE : Amounts.parse(List.of(value.split(",", -1)));
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

    boolean isSpan() {
        return kind == Kind.DURATION || kind == Kind.SPAN_OR_OFF;
    }

    boolean isCount() {
        return kind == Kind.COUNT;
    }

    public String preset() {
        return preset;
    }

    /** The name that people use: {@code lost-after}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
