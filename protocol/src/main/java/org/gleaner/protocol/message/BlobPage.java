package org.gleaner.protocol.message;

import java.util.List;
import org.gleaner.core.id.BlobHash;

/**
 * Content that the server has, shelf by shelf.
 *
 * @param next the shelf to ask from next; 0 at the end
 */
public record BlobPage(List<Row> blobs, int next) {
    public record Row(BlobHash hash, long size) {}

    public BlobPage {
        blobs = List.copyOf(blobs);
    }
}
