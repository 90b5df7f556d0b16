package org.gleaner.core.message;

import java.util.List;
import org.gleaner.core.id.BlobHash;

/**
 * What became of a {@link PartialCall}. Whatever it is, the attempt goes on.
 *
 * @param kept whether the files are kept now; else the attempt is no longer live on this node, or blobs are missing
 */
public record PartialAnswer(boolean kept, List<BlobHash> missing) {
    public PartialAnswer {
        missing = List.copyOf(missing);
    }
}
