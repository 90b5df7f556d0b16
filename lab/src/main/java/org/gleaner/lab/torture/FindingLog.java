package org.gleaner.lab.torture;

/** Takes down what must not be. Thread-safe. */
@FunctionalInterface
interface FindingLog {
    /** @param kind the same for all that are most likely one defect */
    void find(String kind, String what);
}
