package org.gleaner.client.child;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/** System properties that calls find set, as a file in the program's own jar: the same ones are the same bytes. */
public final class ChildProperties {
    public static final String NAME = "META-INF/gleaner.properties";

    private static final int MOST = 10_000;

    private ChildProperties() {}

    public static byte[] write(Map<String, String> properties) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(properties.size());
        for (Map.Entry<String, String> one : new TreeMap<>(properties).entrySet()) {
            out.writeUTF(one.getKey());
            out.writeUTF(one.getValue());
        }
        return bytes.toByteArray();
    }

    static void set(ClassLoader loader) throws IOException {
        try (InputStream file = loader.getResourceAsStream(NAME)) {
            if (file == null) {
                return;
            }
            DataInputStream in = new DataInputStream(file);
            int count = Bytes.number(in, MOST);
            for (int i = 0; i < count; i++) {
                System.setProperty(in.readUTF(), in.readUTF());
            }
        }
    }
}
