package org.gleaner.protocol.message;

import org.gleaner.core.job.Terms;

/** @param select the jobs that get the new terms, as people write it; empty if the path names the job */
public record Adjustment(String select, Terms terms) {}
