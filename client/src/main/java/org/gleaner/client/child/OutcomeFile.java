package org.gleaner.client.child;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** What became of the calls of one task, as a file, in their order. */
public final class OutcomeFile {
    /** Bytes of one outcome. */
    public static final int LARGEST = 256 << 20;

    private static final int MAGIC = 0x474c4f31;

    private OutcomeFile() {}

    /** The file appears when it is whole. */
    static void write(Path file, List<CallOutcome> outcomes) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(fresh)))) {
            write(out, outcomes);
        }
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The same to a stream, which stays open. */
    public static void write(DataOutputStream out, List<CallOutcome> outcomes) throws IOException {
        out.writeInt(MAGIC);
        out.writeInt(outcomes.size());
        for (CallOutcome outcome : outcomes) {
            out.writeUTF(outcome.kind().name());
            out.writeLong(outcome.nanos());
            out.writeInt(outcome.bytes().length);
            out.write(outcome.bytes());
        }
    }

    /** What a machine of somebody else wrote: within bounds, else it is an exception. */
    public static List<CallOutcome> read(InputStream bytes) throws IOException {
        DataInputStream in = new DataInputStream(bytes);
        if (in.readInt() != MAGIC) {
            throw new IOException("this is not a file of outcomes");
        }
        int count = Bytes.number(in, CallFile.MOST_CALLS);
        List<CallOutcome> outcomes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            outcomes.add(new CallOutcome(kind(in.readUTF()), in.readLong(), Bytes.block(in, LARGEST)));
        }
        return outcomes;
    }

    private static CallOutcome.Kind kind(String name) throws IOException {
        try {
            return CallOutcome.Kind.valueOf(name);
        } catch (IllegalArgumentException unknown) {
            throw new IOException("there is no outcome of kind " + name, unknown);
        }
    }
}
