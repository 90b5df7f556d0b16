package org.gleaner.server.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects a body in memory: takes as much as has come, whatever was announced, and that out of the room that all
 * bodies share.
 */
final class ByteCollector implements BodySink {
    /** What goes on with a body that is complete. */
    interface Then {
        void take(ByteCollector body) throws IOException;
    }

    private static final int FIRST_BLOCK = 512;
    private static final int LARGEST_BLOCK = 64 << 10;
    /** Whoever sends a little now and then must not keep what it sent in memory for a day. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final BodyRoom.@Nullable Lease room;
    private final Then then;
    private final long began = System.nanoTime();
    private List<byte[]> blocks = new ArrayList<>();
    /** How much of the last block is in use. */
    private int used;

    private int size;

    /** @param room null for a call without a token, which sends next to nothing */
    ByteCollector(BodyRoom.@Nullable Lease room, Then then) {
        this.room = room;
        this.then = then;
    }

    @Override
    public void take(ByteBuffer piece) throws IOException {
        if (System.nanoTime() - began > LONGEST.toNanos()) {
            throw FrontProblems.tooLate(LONGEST);
        }
        while (piece.hasRemaining()) {
            byte[] block = block();
            int more = Math.min(piece.remaining(), block.length - used);
            piece.get(block, used, more);
            used += more;
            size += more;
        }
    }

    /** The last block, or a new one behind it if it is full. */
    private byte[] block() throws Refused {
        byte[] last = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
        if (last != null && used < last.length) {
            return last;
        }
        int length = last == null ? FIRST_BLOCK : Math.min(LARGEST_BLOCK, 2 * last.length);
        if (room != null) {
            room.take(length);
        }
        byte[] block = new byte[length];
        blocks.add(block);
        used = 0;
        return block;
    }

    @Override
    public void end() throws IOException {
        then.take(this);
    }

    @Override
    public void broken() {
        blocks = new ArrayList<>();
        used = 0;
        size = 0;
    }

    int size() {
        return size;
    }

    byte[] bytes() {
        byte[] all = new byte[size];
        int at = 0;
        for (byte[] block : blocks) {
            int length = Math.min(block.length, size - at);
            System.arraycopy(block, 0, all, at, length);
            at += length;
        }
        blocks = List.of();
        return all;
    }

    InputStream stream() {
        List<InputStream> streams = new ArrayList<>(blocks.size());
        int left = size;
        for (byte[] block : blocks) {
            int length = Math.min(block.length, left);
            streams.add(new ByteArrayInputStream(block, 0, length));
            left -= length;
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }
}
