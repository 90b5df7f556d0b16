package org.gleaner.server.route;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.blob.BlobUpload;
import org.gleaner.server.http.BodySink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lays a body into a blob as it comes. What arrived before it broke is kept, so that its sender can go on there. */
final class UploadSink implements BodySink {
    /** What follows when the blob is whole and durable. */
    interface Done {
        void stored(long size);
    }

    private static final Logger LOG = LoggerFactory.getLogger(UploadSink.class);

    private final @Nullable BlobUpload upload;
    private final Done done;

    private UploadSink(@Nullable BlobUpload upload, Done done) {
        this.upload = upload;
        this.done = done;
    }

    static UploadSink into(BlobUpload upload, Done done) {
        return new UploadSink(upload, done);
    }

    /** For content that is here already: a sender that is cut off would not hear our answer. */
    static UploadSink nowhere(Runnable done) {
        return new UploadSink(null, size -> done.run());
    }

    @Override
    public void take(ByteBuffer piece) throws IOException {
        if (upload == null) {
            return;
        }
        try {
            upload.write(piece);
        } catch (BlobProblem problem) {
            throw BlobProblems.refused(problem);
        }
    }

    @Override
    public void end() throws IOException {
        if (upload == null) {
            done.stored(0);
            return;
        }
        long size;
        try {
            size = upload.finish();
        } catch (BlobProblem problem) {
            throw BlobProblems.refused(problem);
        }
        done.stored(size);
    }

    @Override
    public void broken() {
        if (upload != null) {
            try {
                upload.close();
            } catch (IOException e) {
                LOG.warn("an upload that broke could not be kept", e);
            }
        }
    }

    @Override
    public void spoiled() {
        if (upload != null) {
            try {
                upload.abandon();
            } catch (IOException e) {
                LOG.warn("an upload that is damaged could not be thrown away", e);
            }
        }
    }
}
