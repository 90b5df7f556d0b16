package org.gleaner.checks.planted.agent;

import org.gleaner.checks.planted.client.KnowsReplies;

/** Every machine would carry what only people's programs use. */
public record ImportsClient(KnowsReplies program) {}
