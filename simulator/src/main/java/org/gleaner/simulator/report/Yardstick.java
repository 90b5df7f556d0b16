package org.gleaner.simulator.report;

/**
 * What a trial would have allowed, in milliseconds from the moment the work opened.
 *
 * @param capacity when the machines that were really up could have done that much work; nobody is faster
 * @param clairvoyant when it would have been done by one who knew all failures and runtimes in advance
 */
public record Yardstick(long seed, long capacity, long clairvoyant) {}
