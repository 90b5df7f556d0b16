package org.gleaner.server.route;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.protocol.http.PackedStream;
import org.gleaner.protocol.http.Packing;
import org.jspecify.annotations.Nullable;

/** Compresses blobs on their way out, a few at a time: when many want files, processors are what is short. */
final class BlobPacker {
    /** Opens a blob at its beginning. */
    interface Opener {
        FileChannel open() throws IOException;
    }

    private final Semaphore free;

    BlobPacker(int atOnce) {
        this.free = new Semaphore(atOnce);
    }

    /** The blob as gzip, to be closed; null: it does not pay, or not now. */
    @Nullable
    InputStream pack(Opener blob) throws IOException {
        if (!free.tryAcquire()) {
            return null;
        }
        InputStream packed = null;
        try {
            packed = open(blob);
            return packed;
        } finally {
            if (packed == null) {
                free.release();
            }
        }
    }

    private @Nullable InputStream open(Opener blob) throws IOException {
        FileChannel channel = blob.open();
        boolean pays = false;
        try {
            pays = Packing.pays(Channels.newInputStream(channel).readNBytes(Packing.SAMPLE));
            return pays ? new Held(new PackedStream(Channels.newInputStream(channel.position(0)))) : null;
        } finally {
            if (!pays) {
                channel.close();
            }
        }
    }

    private final class Held extends FilterInputStream {
        private final AtomicBoolean closed = new AtomicBoolean();

        Held(InputStream packed) {
            super(packed);
        }

        @Override
        public void close() throws IOException {
            if (closed.compareAndSet(false, true)) {
                free.release();
                super.close();
            }
        }
    }
}
