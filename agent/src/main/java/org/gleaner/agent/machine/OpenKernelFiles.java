package org.gleaner.agent.machine;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files below {@code /proc} and {@code /sys} that are read for each task. They stay open from the first time on, as to
 * open one takes longer than to read it; one of a process goes on telling of that process. Thread-safe.
 */
public final class OpenKernelFiles implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenKernelFiles.class);
    /** In one piece, or it is not what we know. */
    private static final int LONGEST = 8192;

    private final Map<Path, FileChannel> open = new HashMap<>();
    private boolean closed;

    /** What the kernel says in it now. */
    public synchronized String read(Path file) throws IOException {
        if (closed) {
            throw new IOException(file + " is no longer checked");
        }
        FileChannel channel = open.get(file);
        if (channel == null) {
            channel = FileChannel.open(file, StandardOpenOption.READ);
            open.put(file, channel);
        }
        ByteBuffer buffer = ByteBuffer.allocate(LONGEST);
        int length = channel.read(buffer, 0);
        if (length == LONGEST) {
            throw new IOException(file + " is too long");
        }
        return new String(buffer.array(), 0, Math.max(0, length), StandardCharsets.US_ASCII);
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (FileChannel channel : open.values()) {
            try {
                channel.close();
            } catch (IOException ignored) {
                LOG.trace("a file opened for reading could not be closed", ignored);
            }
        }
        open.clear();
    }
}
