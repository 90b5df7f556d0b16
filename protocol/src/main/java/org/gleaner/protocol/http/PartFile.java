package org.gleaner.protocol.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;

/** Where a file grows until it is whole. */
public final class PartFile {
    private static final int DIGITS = 12;

    private PartFile() {}

    /**
     * Beside the target, always the same for the same content there, so that it can be continued. The target's name is
     * not part of it: that may be as long as a name can be.
     */
    public static Path of(Path target, BlobHash hash) {
        String name = String.valueOf(target.getFileName());
        return target.resolveSibling("gleaner-" + digits(Content.hash(name.getBytes(UTF_8))) + digits(hash) + ".part");
    }

    private static String digits(BlobHash hash) {
        return hash.hex().substring(0, DIGITS);
    }
}
