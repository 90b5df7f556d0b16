package org.gleaner.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes a body piece by piece; may write to a disk, as pieces come on threads that may wait for it. */
public interface BodySink {
    void take(ByteBuffer piece) throws IOException;

    /** The body is complete. */
    void end() throws IOException;

    /** The rest of the body never comes. */
    void broken();

    /** What came is not what it is said to be, so none of it is worth keeping; {@link #broken} may follow. */
    default void spoiled() {
        broken();
    }
}
