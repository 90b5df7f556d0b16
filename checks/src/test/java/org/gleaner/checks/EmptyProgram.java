package org.gleaner.checks;

/** The least that a Java program can take: what {@link StatusSpeedIT} measures against. */
final class EmptyProgram {
    private EmptyProgram() {}

    public static void main(String[] arguments) {
        // Nothing: starting and ending is all there is to measure.
    }
}
