package org.gleaner.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.ZipException;
import org.eclipse.jetty.http.GZIPContentDecoder;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/** Hands on what comes out of a gzipped body, as it comes, and never more than was announced. */
final class InflatingSink implements BodySink {
    private static final int PIECE = 1 << 14;
    /** The decoder collects all that comes out of what it is given, which can be a thousand times as much. */
    private static final int GIVEN_AT_ONCE = 2 << 10;

    private final GZIPContentDecoder decoder;
    private final long announced;
    private final BodySink sink;
    private long total;
    private boolean over;

    InflatingSink(ByteBufferPool buffers, long announced, BodySink sink) {
        this.decoder = new GZIPContentDecoder(buffers, PIECE);
        this.announced = announced;
        this.sink = sink;
    }

    @Override
    public void take(ByteBuffer packed) throws IOException {
        while (packed.hasRemaining()) {
            ByteBuffer next = packed.slice(packed.position(), Math.min(GIVEN_AT_ONCE, packed.remaining()));
            RetainableByteBuffer plain = decode(next);
            try {
                if (next.position() == 0) {
                    throw damaged();
                }
                packed.position(packed.position() + next.position());
                hand(plain.getByteBuffer());
            } finally {
                plain.release();
            }
        }
    }

    private RetainableByteBuffer decode(ByteBuffer packed) throws IOException {
        try {
            return decoder.decode(packed);
        } catch (RuntimeException damaged) {
            if (damaged.getCause() instanceof ZipException) {
                throw damaged();
            }
            throw damaged;
        }
    }

    private void hand(ByteBuffer plain) throws IOException {
        total += plain.remaining();
        if (total > announced) {
            sink.spoiled();
            throw new Refused(Problem.of(
                            ProblemKind.PAYLOAD_TOO_LARGE,
                            "The body unpacks to more than the " + new MemorySize(announced) + " announced.",
                            "Give the unpacked size in 'size', or send the body uncompressed.")
                    .with("limitBytes", announced));
        }
        if (plain.hasRemaining()) {
            sink.take(plain);
        }
    }

    @Override
    public void end() throws IOException {
        if (!decoder.isFinished()) {
            throw damaged();
        }
        release();
        sink.end();
    }

    private Refused damaged() {
        sink.spoiled();
        return BodyStream.damaged();
    }

    @Override
    public void broken() {
        release();
        sink.broken();
    }

    @Override
    public void spoiled() {
        release();
        sink.spoiled();
    }

    private void release() {
        if (!over) {
            over = true;
            decoder.destroy();
        }
    }
}
