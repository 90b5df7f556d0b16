package org.gleaner.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.gleaner.protocol.problem.ShellProblems;
import org.jspecify.annotations.Nullable;

/** What comes out of a packed body: bounded, and taken out of the room that all bodies share. */
final class BodyStream extends FilterInputStream {
    private final long limit;
    private final BodyRoom.@Nullable Lease room;
    private long total;

    BodyStream(InputStream body, long limit, BodyRoom.@Nullable Lease room) {
        super(body);
        this.limit = limit;
        this.room = room;
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
        } catch (IOException broken) {
            // It comes from the caller's side of the line, so it says nothing about our disk.
            throw damaged();
        }
        if (count > 0) {
            total += count;
            if (room != null) {
                room.take(count);
            }
        }
        if (total > limit) {
            throw FrontProblems.tooLarge(limit);
        }
        return count;
    }

    static Refused damaged() {
        return new Refused(ShellProblems.badParameter("", "it is incomplete or not valid gzip"));
    }
}
