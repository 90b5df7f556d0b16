package org.gleaner.lab.fuzz;

/**
 * Something that must not be.
 *
 * @param replay what to type to see it again
 * @param input what led to it, or its beginning
 */
record Defect(String what, String replay, String input) {}
