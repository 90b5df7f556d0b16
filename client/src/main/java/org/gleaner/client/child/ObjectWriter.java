package org.gleaner.client.child;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Writes one object, and stops as soon as it is too large: what is too large need not fit into memory twice. */
final class ObjectWriter {
    private ObjectWriter() {}

    static byte[] bytes(@Nullable Object value, int most) throws IOException {
        Bounded bytes = new Bounded(most);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.written.toByteArray();
    }

    /** Takes so many bytes. */
    private static final class Bounded extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final int most;

        Bounded(int most) {
            this.most = most;
        }

        @Override
        public void write(int one) throws IOException {
            check(1);
            written.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            check(count);
            written.write(bytes, from, count);
        }

        private void check(int more) throws IOException {
            if (written.size() > most - more) {
                throw new IOException("it has more than " + most + " bytes");
            }
        }
    }
}
