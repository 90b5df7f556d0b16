package org.gleaner.agent.sandbox;

import org.gleaner.agent.machine.Machine;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;

/**
 * How much of the machine one task may take by ways that its processes' own memory does not show.
 *
 * @param shared bytes in its private /dev/shm
 * @param processes most processes and threads at once
 * @param ofUser most processes and threads of its user as the kernel counts them; 0: the kernel does not count them for
 *     us
 * @param watched whether its memory is looked at and not counted by the kernel, so that none may be out of sight
 * @param cards whether it reaches the graphics cards
 */
public record Allowance(MemorySize shared, int processes, int ofUser, boolean watched, boolean cards) {
    /** For each core that the job asks for. A numerical library starts as many threads as there are cores. */
    private static final int PER_CORE = 1000;

    /** Asked once, as it is wanted for each task and the JVM reads files of the kernel to answer. */
    private static final int CORES = new Machine().cores();

    private static final long MEMORY = new Machine().memory().bytes();

    /** What a job with these needs may have. Undeclared memory: the share of the cores that it asks for. */
    static Allowance of(Requirements needs, boolean watched) {
        MemorySize declared = needs.memory();
        long share = MEMORY / CORES * Math.min(needs.cores(), CORES);
        return new Allowance(
                declared == null ? new MemorySize(share) : declared,
                processes(needs),
                0,
                watched && declared != null,
                needs.uses().of(Amounts.GPU) > 0);
    }

    /** Where the kernel counts all processes of the user together, this many for all tasks of a machine. */
    static int ofWholeMachine() {
        return PER_CORE * CORES;
    }

    public static int processes(Requirements needs) {
        return (int) Math.min((long) PER_CORE * needs.cores(), Integer.MAX_VALUE / 2);
    }

    Allowance counted(int most) {
        return new Allowance(shared, processes, most, watched, cards);
    }
}
