package org.gleaner.server.join;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file that is open once and that many read at the same time, each from its own place. */
public record SharedFile(FileChannel channel, long size) {
    /** From the beginning to the end; closing it leaves the file open. */
    public InputStream stream() {
        return new InputStream() {
            private long at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                int most = (int) Math.min(length, size - at);
                int read = most <= 0 ? -1 : channel.read(ByteBuffer.wrap(into, offset, most), at);
                at += Math.max(0, read);
                return read;
            }
        };
    }
}
