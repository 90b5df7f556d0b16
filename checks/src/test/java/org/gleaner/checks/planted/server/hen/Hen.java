package org.gleaner.checks.planted.server.hen;

import org.gleaner.checks.planted.server.egg.Egg;

public interface Hen {
    Egg next();
}
