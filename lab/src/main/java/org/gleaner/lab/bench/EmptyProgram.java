package org.gleaner.lab.bench;

/** The least that a Java program can take: what {@link StartBench} measures against. */
final class EmptyProgram {
    private EmptyProgram() {}

    public static void main(String[] arguments) {
        // Nothing: starting and ending is all there is to measure.
    }
}
