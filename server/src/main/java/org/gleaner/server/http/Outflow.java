package org.gleaner.server.http;

/** An answer that is sent piece by piece, one at a time, until somebody ends it. Never blocks. Thread-safe. */
public interface Outflow {
    /**
     * Sends a piece; none other may be under way.
     *
     * @param sent runs when it has left, maybe before this returns
     * @param lost runs instead if it can't
     */
    void write(byte[] piece, Runnable sent, Runnable lost);

    /** That was all. No piece may be under way. */
    void end();

    /** Takes the connection from a caller who does not read: a piece that is under way is lost. */
    void cut();

    /** The caller is gone, or is to be: no piece is under way any more. */
    void fail();
}
