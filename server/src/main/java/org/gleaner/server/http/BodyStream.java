package org.gleaner.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.gleaner.protocol.problem.ShellProblems;

/** A body as a stream for readers that can't stop in the middle; bounded in size and slowness. */
final class BodyStream extends FilterInputStream {
    private final long limit;
    private final HttpLimits limits;
    private final long began = System.nanoTime();
    private long total;

    BodyStream(InputStream body, long limit, HttpLimits limits) {
        super(body);
        this.limit = limit;
        this.limits = limits;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int count;
        try {
            count = super.read(bytes, from, length);
        } catch (Refused refused) {
            throw refused;
        } catch (IOException broken) {
            // It comes from the caller's side of the line, so it says nothing about our disk.
            throw damaged();
        }
        if (count > 0) {
            total += count;
        }
        if (total > limit) {
            throw FrontProblems.tooLarge(limit);
        }
        BodyReader.checkPace(total, began, limits);
        return count;
    }

    static Refused damaged() {
        return new Refused(ShellProblems.badParameter("", "it is incomplete, or not packed as it says"));
    }
}
