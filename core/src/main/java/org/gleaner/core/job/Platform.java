package org.gleaner.core.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the machine itself must be: nothing that is used up by a task, so it is matched once and never reserved.
 *
 * @param os the operating system, such as {@code linux}; none: any
 * @param arch the processor, such as {@code x64}; none: any
 * @param runtimes what must be installed, in a minimum version
 * @param tags what the pool's keeper calls the machine, such as {@code gpu} or {@code lab=3}
 * @param sandbox whether the node must be able to confine the task
 * @param machines which of them its owner singles out
 */
public record Platform(
        @Nullable String os,
        @Nullable String arch,
        List<RuntimeVersion> runtimes,
        List<String> tags,
        boolean sandbox,
        Machines machines) {
    public static final Platform ANY = new Platform(null, null, List.of(), List.of(), false);
    private static final int MOST = 64;

    /** Any machine that is so. */
    public Platform(
            @Nullable String os,
            @Nullable String arch,
            List<RuntimeVersion> runtimes,
            List<String> tags,
            boolean sandbox) {
        this(os, arch, runtimes, tags, sandbox, Machines.ANY);
    }

    public Platform {
        os = Spelling.os(os);
        arch = Spelling.arch(arch);
        runtimes = List.copyOf(runtimes);
        tags = List.copyOf(tags);
        if (runtimes.size() > MOST || tags.size() > MOST) {
            throw new IllegalArgumentException("a job needs at most " + MOST + " runtimes and tags");
        }
        if (os != null) {
            Label.check("os", os);
        }
        if (arch != null) {
            Label.check("arch", arch);
        }
        tags.forEach(tag -> Label.check("tag", tag));
    }
}
