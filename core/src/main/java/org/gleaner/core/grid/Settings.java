package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.estimate.Estimator;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.core.scheduling.Tuning;
import org.gleaner.core.scheduling.Weights;

/** The settings in force: what was changed, over the defaults. Immutable. */
public final class Settings {
    public static final Settings DEFAULT = new Settings(new TreeMap<>());

    private final SortedMap<String, String> changed;
    private final Map<Setting, String> values = new EnumMap<>(Setting.class);
    /** Read from their texts at once: every decision asks for them, and so do other threads. */
    private final Map<Setting, Duration> durations = new EnumMap<>(Setting.class);

    private final Map<Setting, Integer> counts = new EnumMap<>(Setting.class);
    private final Tuning tuning;
    private final Weights weights;
    private final Objectives objectives;
    private final Amounts licences;
    private final Webhooks webhooks;
    private final Halt halt;

    private Settings(SortedMap<String, String> changed) {
        this.changed = changed;
        for (Setting setting : Setting.values()) {
            String value = changed.getOrDefault(setting.word(), setting.preset());
            values.put(setting, value);
            if (setting.isSpan() && !value.equals(Setting.OFF)) {
                durations.put(setting, Spans.parse(value));
            } else if (setting.isCount()) {
                counts.put(setting, Setting.count(value));
            }
        }
        this.tuning = new Tuning(
                Setting.fraction(text(Setting.FAIRLEVEL)), text(Setting.RND).equals(Setting.PAPER));
        this.weights = Weights.parse(text(Setting.WEIGHTS));
        this.objectives = Objectives.parse(text(Setting.OBJECTIVES));
        this.licences = Setting.amounts(text(Setting.LICENCES));
        this.webhooks = Webhooks.parse(text(Setting.WEBHOOKS));
        this.halt = Halt.named(text(Setting.HALT));
    }

    /** Names that this version does not know are kept and ignored: a newer server may have written them. */
    public static Settings of(SortedMap<String, String> changed) {
        return new Settings(new TreeMap<>(changed));
    }

    /** An {@link IllegalArgumentException} says what is wrong with the value. */
    public Settings with(String name, String value) {
        SortedMap<String, String> more = new TreeMap<>(changed);
        more.put(name, value);
        return new Settings(more);
    }

    /** Only what differs from the defaults, as stored. */
    public SortedMap<String, String> changed() {
        return new TreeMap<>(changed);
    }

    /** Every setting with its value. */
    public SortedMap<String, String> all() {
        SortedMap<String, String> all = new TreeMap<>();
        values.forEach((setting, value) -> all.put(setting.word(), value));
        return all;
    }

    /** Throws an {@link IllegalArgumentException} if two settings contradict each other. */
    public void check() {
        Duration lost = duration(Setting.LOST_AFTER);
        if (duration(Setting.LONG_CALL).compareTo(lost) >= 0) {
            throw new IllegalArgumentException("long-call (" + text(Setting.LONG_CALL)
                    + ") must be shorter than lost-after (" + text(Setting.LOST_AFTER)
                    + "), or nodes that wait for work would look lost; set the other one first");
        }
        if (duration(Setting.SUSPECT_AFTER).compareTo(lost) > 0) {
            throw new IllegalArgumentException("suspect-after (" + text(Setting.SUSPECT_AFTER)
                    + ") can't be longer than lost-after (" + text(Setting.LOST_AFTER) + "); set the other one first");
        }
    }

    /** How long a call may be held: well below the silence after which a node counts as lost, whatever was set. */
    public Duration longCall() {
        Duration most = duration(Setting.LOST_AFTER).dividedBy(2);
        Duration wanted = duration(Setting.LONG_CALL);
        return wanted.compareTo(most) < 0 ? wanted : most;
    }

    public String text(Setting setting) {
        return values.getOrDefault(setting, setting.preset());
    }

    /** Whether the controller chooses the strategy. */
    public boolean isControlled() {
        return text(Setting.STRATEGY).equals(Setting.AUTO);
    }

    /** What is set; or, where the controller chooses, what it begins with. */
    public Policy policy() {
        return new Policy(isControlled() ? Policy.FIRST : text(Setting.STRATEGY), objective());
    }

    /** By which rule all work is to be given out: a choice that was made for another rule does not count. */
    public List<String> rule() {
        return List.of(text(Setting.STRATEGY), text(Setting.OBJECTIVE));
    }

    /** What people want of that rule, with what some want for their own jobs alone. */
    public List<String> wishes() {
        return List.of(text(Setting.STRATEGY), text(Setting.OBJECTIVE), text(Setting.OBJECTIVES));
    }

    public Tuning tuning() {
        return tuning;
    }

    /** Whether turns are taken by weight. */
    public boolean isWeighted() {
        return text(Setting.FAIRNESS).equals(Setting.WEIGHTED);
    }

    public Weights weights() {
        return weights;
    }

    /** What the pool has of what is counted, whichever node a task runs on. */
    public Amounts licences() {
        return licences;
    }

    /** Which addresses jobs may name to be told of their end. */
    public Webhooks webhooks() {
        return webhooks;
    }

    public Objective objective() {
        return Objective.named(text(Setting.OBJECTIVE));
    }

    /** What owners want for their own jobs. */
    public Objectives objectives() {
        return objectives;
    }

    /** By which formula forecasts tell how long tasks take; nothing: by what is known of others of their types. */
    public Optional<Estimator> estimator() {
        return Estimator.named(text(Setting.ESTIMATOR));
    }

    public Halt halt() {
        return halt;
    }

    /** Of one that is a span of time, and not switched off. */
    public Duration duration(Setting setting) {
        return Objects.requireNonNull(durations.get(setting), setting::word);
    }

    /** What lies ahead was written before the clock was set back, and nobody should wait until it comes round. */
    public boolean isRecent(Instant at, Setting span, Instant now) {
        return !at.isAfter(now) && now.isBefore(at.plus(duration(span)));
    }

    /** A span that may be switched off. */
    public Optional<Duration> limitedSpan(Setting setting) {
        return text(setting).equals(Setting.OFF) ? Optional.empty() : Optional.of(duration(setting));
    }

    /** A size that may be switched off. */
    public Optional<MemorySize> limitedSize(Setting setting) {
        return text(setting).equals(Setting.OFF) ? Optional.empty() : Optional.of(size(setting));
    }

    public int count(Setting setting) {
        return Objects.requireNonNull(counts.get(setting), setting::word);
    }

    public MemorySize size(Setting setting) {
        return MemorySize.parse(text(setting));
    }
}
