package org.gleaner.checks.planted.client;

import org.gleaner.checks.planted.core.grid.PlantedReply;

/** The results of a client are its own types. */
public record KnowsReplies(PlantedReply reply) {}
