package org.gleaner.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a Java program asked the pool for, and what it and those that came back after it was killed were told. Confined
 * to its user.
 */
final class ProgramStory {
    /** What the program does. */
    enum Kind {
        EXECUTOR,
        PROBLEM;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What one process said, and whether it came to its end. */
    record Part(List<String> lines) {
        Part {
            lines = List.copyOf(lines);
        }

        boolean isComplete() {
            return lines.contains(ChecksumProgram.END);
        }
    }

    private final String name;
    private final Kind kind;
    private final @Nullable Example example;
    private final int size;
    private final List<Part> parts = new ArrayList<>();
    private boolean nothing;

    /** Of checksums. */
    ProgramStory(String name, Kind kind, int size) {
        this(name, kind, null, size);
    }

    private ProgramStory(String name, Kind kind, @Nullable Example example, int size) {
        this.name = name;
        this.kind = kind;
        this.example = example;
        this.size = size;
    }

    /** Of an example with this seed. */
    static ProgramStory of(String name, Example example, int seed) {
        return new ProgramStory(name, Kind.PROBLEM, example, seed);
    }

    String name() {
        return name;
    }

    Kind kind() {
        return kind;
    }

    /** The example that it runs; null: it computes checksums. */
    @Nullable
    Example example() {
        return example;
    }

    /** How many checksums; of an example, its seed. */
    int size() {
        return size;
    }

    /** The class to run and its words. */
    List<String> line(String from) {
        Class<?> program = example == null ? ChecksumProgram.class : ExampleProgram.class;
        String what = example == null ? kind.word() : example.program();
        return List.of(program.getName(), what, name, Integer.toString(size), from);
    }

    String title() {
        return name + " (" + (example == null ? kind.word() + " of " : example.word() + " with seed ") + size + ")";
    }

    void hear(List<String> lines) {
        parts.add(new Part(lines));
    }

    /** It was killed before the server knew of anything, so that nobody can come back to it. */
    void settleAsNothing() {
        nothing = true;
    }

    boolean isNothing() {
        return nothing;
    }

    List<Part> parts() {
        return parts;
    }

    /** The number of its job, if it was told. */
    static @Nullable String job(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(ChecksumProgram.JOB))
                .map(line -> line.substring(ChecksumProgram.JOB.length()))
                .findFirst()
                .orElse(null);
    }
}
