package org.gleaner.protocol.http;

/** Why nothing came back: three lines for people. */
public record Trouble(String what, String why, String remedy) {}
