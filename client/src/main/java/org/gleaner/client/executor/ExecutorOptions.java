package org.gleaner.client.executor;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of an executor need, and how they are treated. Immutable: each method returns another one.
 *
 * <pre>{@code
 * GridExecutor pool = grid.executor("render", ExecutorOptions.usual()
 *         .memory("2G")
 *         .time(Duration.ofMinutes(10))
 *         .needs("python:3.9")
 *         .property("quality", "high"));
 * }</pre>
 *
 * <p>Options that make no sense are refused when the executor is created.
 */
public final class ExecutorOptions {
    private static final ExecutorOptions USUAL = new ExecutorOptions(new TreeMap<>(), new TreeMap<>(), List.of(), null);

    private final Map<String, List<String>> values;
    private final Map<String, String> properties;
    private final List<String> flags;
    private final @Nullable Long seed;

    private ExecutorOptions(
            TreeMap<String, List<String>> values,
            TreeMap<String, String> properties,
            List<String> flags,
            @Nullable Long seed) {
        this.values = Collections.unmodifiableMap(values);
        this.properties = Collections.unmodifiableMap(properties);
        this.flags = List.copyOf(flags);
        this.seed = seed;
    }

    /** One core, that core's part of the memory, no time limit. */
    public static ExecutorOptions usual() {
        return USUAL;
    }

    /**
     * Memory of the JVM that runs a call, such as {@code 2G}; a call that takes more is stopped. Three quarters of it
     * are heap.
     */
    public ExecutorOptions memory(String size) {
        return with("memory", size);
    }

    /** Cores that a call uses, which is the number of processors its JVM sees. */
    public ExecutorOptions cores(int cores) {
        return with("cores", Integer.toString(cores));
    }

    /** The longest time that a call may take, together with those that share its task; rounded up to seconds. */
    public ExecutorOptions time(Duration most) {
        return with("time", Math.max(1, most.plusNanos(999_999_999).toSeconds()) + "s");
    }

    /** The order among your own jobs: higher goes first; 0 by default. */
    public ExecutorOptions priority(int priority) {
        return with("priority", Integer.toString(priority));
    }

    /** The weight when your own jobs share your part of the pool; 1 by default. */
    public ExecutorOptions weight(int weight) {
        return with("weight", Integer.toString(weight));
    }

    /** Only machines with this runtime in this version or a later one, such as {@code python:3.9}; may be repeated. */
    public ExecutorOptions needs(String runtime) {
        return and("needs", runtime);
    }

    /** Only machines with this tag, such as {@code lab=3}; may be repeated. */
    public ExecutorOptions tag(String tag) {
        return and("tag", tag);
    }

    /**
     * A file, a directory or a pattern, as for {@code gleaner submit --in}; may be repeated. A call finds it under the
     * same relative name in its current directory. It is read when the executor is created.
     */
    public ExecutorOptions file(String name) {
        return and("in", name);
    }

    /** See {@link #file(String)}. */
    public ExecutorOptions file(Path file) {
        return file(file.toString());
    }

    /** An environment variable of the calls. */
    public ExecutorOptions variable(String name, String value) {
        return and("env", name + "=" + value);
    }

    /**
     * A system property that calls find set. For properties that the JVM itself reads when it starts, use
     * {@link #jvm} instead.
     */
    public ExecutorOptions property(String name, String value) {
        TreeMap<String, String> more = new TreeMap<>(properties);
        more.put(name, value);
        return new ExecutorOptions(new TreeMap<>(values), more, flags, seed);
    }

    /** Further flags of the JVM that runs a call, such as {@code -Xss4m}. */
    public ExecutorOptions jvm(String... more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(Arrays.asList(more));
        return new ExecutorOptions(new TreeMap<>(values), new TreeMap<>(properties), all, seed);
    }

    /** The seed of {@link Tasks#random} in all calls; without it, a random one. */
    public ExecutorOptions seed(long number) {
        return new ExecutorOptions(new TreeMap<>(values), new TreeMap<>(properties), flags, number);
    }

    /** Whatever else {@code gleaner submit} has a flag for, by its name without dashes; no texts for a switch. */
    public ExecutorOptions with(String key, String... texts) {
        TreeMap<String, List<String>> changed = new TreeMap<>(values);
        changed.put(key, List.of(texts));
        return new ExecutorOptions(changed, new TreeMap<>(properties), flags, seed);
    }

    private ExecutorOptions and(String key, String text) {
        List<String> all = new ArrayList<>(values.getOrDefault(key, List.of()));
        all.add(text);
        return with(key, all.toArray(new String[0]));
    }

    Map<String, List<String>> values() {
        return values;
    }

    Map<String, String> properties() {
        return properties;
    }

    long seed() {
        return seed == null ? new SecureRandom().nextLong() : seed;
    }

    List<String> flags() {
        return flags;
    }
}
