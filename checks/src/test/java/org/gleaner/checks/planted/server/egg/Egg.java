package org.gleaner.checks.planted.server.egg;

import org.gleaner.checks.planted.server.hen.Hen;

public interface Egg {
    Hen next();
}
