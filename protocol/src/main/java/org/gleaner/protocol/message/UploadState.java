package org.gleaner.protocol.message;

import org.gleaner.core.id.BlobHash;
import org.jspecify.annotations.Nullable;

/**
 * How far an upload is whose hash the server works out.
 *
 * @param upload the word by which it is continued
 * @param received how many bytes are there: where to go on
 * @param hash null until it is whole
 */
public record UploadState(
        String upload, long received, long size, @Nullable BlobHash hash) {}
