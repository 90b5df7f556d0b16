package org.gleaner.core.scheduling;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One node asks for one piece of work.
 *
 * @param candidates at least one
 */
public record Request(Asker asker, List<Candidate> candidates, Pool pool, RandomGenerator random) {}
