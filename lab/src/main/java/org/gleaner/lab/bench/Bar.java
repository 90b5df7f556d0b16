package org.gleaner.lab.bench;

/** A figure that must not be exceeded. */
record Bar(String name, double value, double limit, String unit) {
    boolean isKept() {
        return value <= limit;
    }
}
