package org.gleaner.core.scheduling;

import org.gleaner.core.observer.WorkSpread;

/** What is open of one type. */
public record Load(WorkSpread work, int ready, int running) {}
