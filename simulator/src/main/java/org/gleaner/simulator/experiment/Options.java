package org.gleaner.simulator.experiment;

/**
 * What is the same for all combinations.
 *
 * @param timeout milliseconds of silence after which a machine's attempts are lost
 * @param strips whether to tell what each machine did when
 */
public record Options(long timeout, boolean strips) {
    public static final Options USUAL = new Options(3 * 60_000, false);

    public Options {
        if (timeout < 0) {
            throw new IllegalArgumentException("silence can't be noticed before it begins: " + timeout);
        }
    }

    public Options withStrips() {
        return new Options(timeout, true);
    }
}
