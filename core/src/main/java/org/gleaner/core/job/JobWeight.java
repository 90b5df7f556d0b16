package org.gleaner.core.job;

import java.util.List;

/**
 * What a job takes of the server's memory, in bytes, estimated from what it is: the one measure by which jobs are
 * bounded. Every text counts with what surrounds it, so that a million empty ones are no way around a bound.
 */
public final class JobWeight {
    /** Most that a job may take without its lists of files and its entries. */
    public static final long SPEC_LIMIT = 1 << 20;
    /** Most names of inputs and outputs of one job together. */
    public static final int NAMES_LIMIT = 100_000;
    /** Most that these names may take together: they travel to agents, which have little memory. */
    public static final long FILES_LIMIT = 32 << 20;
    /** Most that one entry may take with its cells and files. */
    public static final long ENTRY_LIMIT = 1 << 20;
    /** Most that the entries of one page may take: a page is read as a whole. */
    public static final long PAGE_LIMIT = 16 << 20;

    /** Most that an entry of a growing job may take: a page of them is then never too large, however it fills. */
    public static final long GROWING_ENTRY_LIMIT = PAGE_LIMIT / EntryPage.SIZE;

    /** A list that takes more is kept in the store alone. */
    private static final long SHORT_LIST = 16 << 10;

    /** What is kept of each type that an owner has open: how long its tasks take, and whose turn it is. */
    public static final long PER_TYPE = 1 << 10;

    /** What is around a job, a text or a file, whatever is in it. */
    private static final long PER_JOB = 1 << 10;

    private static final long PER_TEXT = 48;
    private static final long PER_ENTRY = 24;
    private static final long PER_FILE = 176;
    private static final int ONE_BYTE_EACH = 0xff;

    private JobWeight() {}

    /** While it is open, without what only the store keeps and without its type. A task is a bit in some sets. */
    public static long open(JobSpec spec) {
        return PER_JOB + spec(spec) + files(spec) + spec.tasks();
    }

    /** Without inputs, outputs and entries. */
    public static long spec(JobSpec spec) {
        long weight = text(spec.name()) + text(spec.type());
        if (spec.command() instanceof CommandLine.ShellLine shell) {
            weight += text(shell.line());
        } else if (spec.command() instanceof CommandLine.Words words) {
            weight += texts(words.words());
        }
        if (spec.array() instanceof ArrayShape.Listed listed) {
            weight += texts(listed.columns());
        }
        Platform platform = spec.needs().platform();
        weight += texts(platform.machines().on()) + texts(platform.machines().notOn());
        weight += spec.needs().uses().counts().size() * 2L * PER_TEXT;
        weight += texts(platform.tags()) + platform.runtimes().size() * 2L * PER_TEXT;
        Workplace place = spec.workplace();
        for (var variable : place.variables().entrySet()) {
            weight += text(variable.getKey()) + text(variable.getValue());
        }
        weight += place.directory() == null ? 0 : text(place.directory());
        weight += place.setup() == null ? 0 : text(place.setup());
        weight += inputs(place.archives());
        for (Predecessor one : spec.turn().after()) {
            weight += PER_TEXT + one.tasks().spans().size() * PER_ENTRY;
            for (TakenFile file : one.files()) {
                weight += text(file.path()) + text(file.to());
            }
        }
        String webhook = spec.feedback().webhook();
        return weight + (webhook == null ? 0 : text(webhook));
    }

    /** What its lists of files take, as far as they are here. */
    public static long files(JobSpec spec) {
        return inputs(spec.inputs()) + outputs(spec.outputs());
    }

    public static long inputs(List<InputFile> files) {
        long weight = 0;
        for (InputFile file : files) {
            weight += PER_FILE + text(file.path());
        }
        return weight;
    }

    public static long outputs(List<OutputFile> files) {
        long weight = 0;
        for (OutputFile file : files) {
            weight += PER_TEXT + text(file.path());
        }
        return weight;
    }

    public static long entry(Entry entry) {
        return PER_ENTRY + text(entry.value()) + texts(entry.cells()) + inputs(entry.files());
    }

    public static long page(EntryPage page) {
        long weight = 0;
        for (Entry entry : page.entries()) {
            weight += entry(entry);
        }
        return weight;
    }

    /** Whether a list of this weight stays in the store when its job is loaded. */
    static boolean isLong(long list) {
        return list > SHORT_LIST;
    }

    private static long texts(List<String> texts) {
        long weight = 0;
        for (String text : texts) {
            weight += text(text);
        }
        return weight;
    }

    private static long text(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) > ONE_BYTE_EACH) {
                return PER_TEXT + 2L * length;
            }
        }
        return PER_TEXT + length;
    }
}
