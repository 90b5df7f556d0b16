package org.gleaner.client.description;

import java.util.List;
import org.gleaner.client.failure.ClientFailure;

/** What may be written into job files and scripts: the keys of a job, and what else a program takes from there. */
public interface Vocabulary {
    List<JobKey> keys();

    /** Reads the words of a script's line. */
    Draft read(List<String> words) throws ClientFailure;
}
