package org.gleaner.server.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.TreeMap;
import org.gleaner.core.observer.Footprint;
import org.gleaner.core.observer.Footprints;
import org.gleaner.core.observer.Measured;
import org.gleaner.core.observer.NodeClass;
import org.jspecify.annotations.Nullable;

/**
 * What tasks of a type use, as the bytes of one column: how many classes of nodes there are, then each with its four
 * measures. Numbers come back to the last bit.
 */
final class StoredFootprints {
    private StoredFootprints() {}

    static byte[] bytes(Footprints footprints) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(footprints.ofClasses().size());
            for (var entry : footprints.ofClasses().entrySet()) {
                write(out, entry.getKey());
                write(out, entry.getValue().run());
                write(out, entry.getValue().cpu());
                write(out, entry.getValue().share());
                write(out, entry.getValue().memory());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory can't fail", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, NodeClass where) throws IOException {
        out.writeUTF(where.os());
        out.writeUTF(where.arch());
        out.writeByte(where.octave());
    }

    private static void write(DataOutputStream out, Measured one) throws IOException {
        out.writeLong(one.count());
        out.writeDouble(one.weight());
        out.writeDouble(one.mean());
        out.writeDouble(one.squares());
    }

    /** @param bytes none in a row from before anything was measured */
    static Footprints of(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length == 0) {
            return Footprints.NONE;
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            TreeMap<NodeClass, Footprint> ofClasses = new TreeMap<>();
            int classes = in.readByte();
            for (int i = 0; i < classes; i++) {
                NodeClass where = new NodeClass(in.readUTF(), in.readUTF(), in.readByte());
                ofClasses.put(where, new Footprint(measured(in), measured(in), measured(in), measured(in)));
            }
            return new Footprints(ofClasses);
        } catch (IOException e) {
            throw new IllegalArgumentException("the footprints of a type are cut short", e);
        }
    }

    private static Measured measured(DataInputStream in) throws IOException {
        return new Measured(in.readLong(), in.readDouble(), in.readDouble(), in.readDouble());
    }
}
