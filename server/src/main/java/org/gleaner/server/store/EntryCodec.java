package org.gleaner.server.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.OutputFile;

/**
 * Pages of entries and of files as they are stored: a version, then deflated: their number and each of them, every text
 * behind its length. Neighbours resemble each other, so little is left of them.
 */
final class EntryCodec {
    /** Version 1 of entries had no cells. */
    private static final int ENTRIES = 2;

    private static final int FILES = 1;
    private static final int FIRST_BUFFER = 16 << 10;
    private static final int HASH_BYTES = 32;

    private EntryCodec() {}

    /** One item on its way into a page. */
    interface Form<T> {
        void write(DataOutputStream out, T item) throws IOException;
    }

    /** One item on its way out of a page. */
    interface Reading<T> {
        T read(DataInputStream in) throws IOException;
    }

    static byte[] write(EntryPage page) throws StoreException {
        return pack(ENTRIES, page.entries(), EntryCodec::writeEntry);
    }

    static <T> byte[] writeFiles(List<T> files, Form<T> form) throws StoreException {
        return pack(FILES, files, form);
    }

    private static <T> byte[] pack(int version, List<T> items, Form<T> form) throws StoreException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_BUFFER);
        bytes.write(version);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        // Gathered before it is deflated: every length and text by itself takes several times as long.
        try (DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(new DeflaterOutputStream(bytes, deflater, FIRST_BUFFER), FIRST_BUFFER))) {
            writeList(out, items, form);
        } catch (IOException e) {
            throw new StoreException("a page can't be written", e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static <T> void writeList(DataOutputStream out, List<T> items, Form<T> form) throws IOException {
        out.writeInt(items.size());
        for (T item : items) {
            form.write(out, item);
        }
    }

    private static void writeEntry(DataOutputStream out, Entry entry) throws IOException {
        writeText(out, entry.value());
        writeList(out, entry.cells(), EntryCodec::writeText);
        writeList(out, entry.files(), EntryCodec::writeInput);
    }

    static void writeInput(DataOutputStream out, InputFile file) throws IOException {
        writeText(out, file.path());
        out.write(HexFormat.of().parseHex(file.hash().hex()));
        out.writeLong(file.size());
        out.writeBoolean(file.executable());
    }

    static void writeOutput(DataOutputStream out, OutputFile file) throws IOException {
        writeText(out, file.path());
        out.writeBoolean(file.optional());
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static EntryPage read(int number, byte[] content) throws StoreException {
        boolean hasCells = content.length > 0 && content[0] == ENTRIES;
        return new EntryPage(number, unpack(ENTRIES, content, in -> {
            String value = readText(in);
            List<String> cells = hasCells ? readList(in, EntryCodec::readText) : List.of();
            return new Entry(value, cells, readList(in, EntryCodec::readInput));
        }));
    }

    static <T> List<T> readFiles(byte[] content, Reading<T> reading) throws StoreException {
        return unpack(FILES, content, reading);
    }

    private static <T> List<T> unpack(int newest, byte[] content, Reading<T> reading) throws StoreException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(content);
        int version = bytes.read();
        if (version < 1 || version > newest) {
            throw new StoreException("a page is stored in a version that is unknown here");
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new InflaterInputStream(bytes)))) {
            return readList(in, reading);
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException("a page can't be read: " + e.getMessage(), e);
        }
    }

    private static <T> List<T> readList(DataInputStream in, Reading<T> reading) throws IOException {
        int count = in.readInt();
        List<T> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(reading.read(in));
        }
        return items;
    }

    static InputFile readInput(DataInputStream in) throws IOException {
        String path = readText(in);
        byte[] hash = in.readNBytes(HASH_BYTES);
        return new InputFile(path, new BlobHash(HexFormat.of().formatHex(hash)), in.readLong(), in.readBoolean());
    }

    static OutputFile readOutput(DataInputStream in) throws IOException {
        return new OutputFile(readText(in), in.readBoolean());
    }

    private static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
