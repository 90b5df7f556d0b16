package org.gleaner.server.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** Turns entries into the bytes of an archive. Closing it ends nothing, it only gives back what it took. */
interface ArchiveFormat extends Closeable {
    /** Makes one that writes to this stream. */
    interface Maker {
        ArchiveFormat writeTo(OutputStream out) throws IOException;
    }

    /** A file or directory begins. */
    void begin(ArchiveEntry entry) throws IOException;

    /** Bytes of the file. */
    void write(byte[] bytes, int length) throws IOException;

    /** The file or directory is complete. */
    void end() throws IOException;

    /** Writes a piece of what comes behind the last entry; whether that was all. */
    boolean finish() throws IOException;
}
