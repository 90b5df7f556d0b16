package org.gleaner.core.access;

import java.util.Set;
import org.gleaner.core.id.Owner;

/** Who has open jobs: such a user exists, with a token or without. */
public interface OpenJobs {
    Set<Owner> owners();

    int count(Owner owner);
}
