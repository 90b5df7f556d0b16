package org.gleaner.client.description;

import java.util.List;

/**
 * What the author of a job should know of it, though nothing of it is refused.
 *
 * @param notes what was added to what they wrote
 * @param warnings what will probably go wrong, though it may be meant
 */
public record Caveats(List<String> notes, List<String> warnings) {
    public Caveats {
        notes = List.copyOf(notes);
        warnings = List.copyOf(warnings);
    }
}
