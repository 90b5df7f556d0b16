package org.gleaner.client.child;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The calls of one task as a file: their number, then each with its key and length. */
public final class CallFile {
    /** Calls in one task. */
    public static final int MOST_CALLS = 5_000;

    /** Bytes of one call. */
    public static final int LARGEST_CALL = 64 << 20;

    private static final int MAGIC = 0x474c4331;

    private CallFile() {}

    public static void write(Path file, List<TravellingCall> calls) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            write(out, calls);
        }
    }

    private static void write(DataOutputStream out, List<TravellingCall> calls) throws IOException {
        out.writeInt(MAGIC);
        out.writeInt(calls.size());
        for (TravellingCall call : calls) {
            out.writeLong(call.key().seed());
            out.writeLong(call.key().number());
            out.writeInt(call.bytes().length);
            out.write(call.bytes());
        }
    }

    /** The file with one call, in memory. */
    static byte[] of(TravellingCall call) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(call.bytes().length + 64);
        write(new DataOutputStream(bytes), List.of(call));
        return bytes.toByteArray();
    }

    static List<TravellingCall> read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            return read(in);
        }
    }

    static List<TravellingCall> read(DataInputStream in) throws IOException {
        if (in.readInt() != MAGIC) {
            throw new IOException("this is not a file of calls");
        }
        int count = Bytes.number(in, MOST_CALLS);
        List<TravellingCall> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            CallKey key = new CallKey(in.readLong(), in.readLong());
            calls.add(new TravellingCall(key, Bytes.block(in, LARGEST_CALL)));
        }
        return calls;
    }
}
