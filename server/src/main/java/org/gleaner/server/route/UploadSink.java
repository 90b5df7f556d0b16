package org.gleaner.server.route;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.blob.BlobUpload;
import org.gleaner.server.http.BodySink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lays a body into a blob as it comes. What arrived before it broke is kept, so that its sender can go on there. */
record UploadSink(BlobUpload upload, Done done) implements BodySink {
    /** What follows when the blob is whole and durable. */
    interface Done {
        void stored(long size);

        /** The body is over and the content is not. */
        default void paused(long received) {
            throw new IllegalStateException("content with a name is never waited for");
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(UploadSink.class);

    /** For content that is here already: a sender that is cut off would not hear our answer. */
    static BodySink nowhere(Runnable done) {
        return new BodySink() {
            @Override
            public void take(ByteBuffer piece) {}

            @Override
            public void end() {
                done.run();
            }

            @Override
            public void broken() {}
        };
    }

    @Override
    public void take(ByteBuffer piece) throws IOException {
        try {
            upload.write(piece);
        } catch (BlobProblem problem) {
            throw BlobProblems.refused(problem);
        }
    }

    @Override
    public void end() throws IOException {
        try {
            if (upload.isWhole()) {
                done.stored(upload.finish());
            } else {
                upload.close();
                done.paused(upload.received());
            }
        } catch (BlobProblem problem) {
            throw BlobProblems.refused(problem);
        }
    }

    @Override
    public void broken() {
        try {
            upload.close();
        } catch (IOException e) {
            LOG.warn("could not keep an interrupted upload", e);
        }
    }

    @Override
    public void spoiled() {
        try {
            upload.abandon();
        } catch (IOException e) {
            LOG.warn("could not discard a damaged upload", e);
        }
    }
}
