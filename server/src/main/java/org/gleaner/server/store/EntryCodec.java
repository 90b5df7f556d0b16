package org.gleaner.server.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

/**
 * A page of entries as it is stored: a version, then deflated: the number of entries and, for each, its text, its cells
 * and its files, every text behind its length. Neighbouring entries resemble each other, so little is left of them.
 */
final class EntryCodec {
    /** Version 1 had no cells. */
    private static final int VERSION = 2;

    private static final int FIRST_BUFFER = 16 << 10;
    private static final int HASH_BYTES = 32;

    private EntryCodec() {}

    static byte[] write(EntryPage page) throws StoreException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_BUFFER);
        bytes.write(VERSION);
        try {
            deflate(bytes, out -> write(out, page));
        } catch (IOException e) {
            throw new StoreException("entry page " + page.number() + " can't be written", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, EntryPage page) throws IOException {
        out.writeInt(page.entries().size());
        for (Entry entry : page.entries()) {
            writeText(out, entry.value());
            out.writeInt(entry.cells().size());
            for (String cell : entry.cells()) {
                writeText(out, cell);
            }
            out.writeInt(entry.files().size());
            for (InputFile file : entry.files()) {
                writeFile(out, file);
            }
        }
    }

    /** What goes into a page. */
    interface Content {
        void write(DataOutputStream out) throws IOException;
    }

    /** Gathers before it deflates: every length and text by itself takes several times as long. */
    static void deflate(OutputStream bytes, Content content) throws IOException {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(new DeflaterOutputStream(bytes, deflater, FIRST_BUFFER), FIRST_BUFFER))) {
            content.write(out);
        } finally {
            deflater.end();
        }
    }

    static InputStream inflating(InputStream bytes) {
        return new BufferedInputStream(new InflaterInputStream(bytes));
    }

    static void writeFile(DataOutputStream out, InputFile file) throws IOException {
        writeText(out, file.path());
        out.write(HexFormat.of().parseHex(file.hash().hex()));
        out.writeLong(file.size());
        out.writeBoolean(file.executable());
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static EntryPage read(int number, byte[] content) throws StoreException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(content);
        int version = bytes.read();
        if (version < 1 || version > VERSION) {
            throw new StoreException("entry page " + number + " is stored in a version that is unknown here");
        }
        try (DataInputStream in = new DataInputStream(inflating(bytes))) {
            int size = in.readInt();
            List<Entry> entries = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                String value = readText(in);
                List<String> cells = version == 1 ? List.of() : readCells(in);
                entries.add(new Entry(value, cells, readFiles(in)));
            }
            return new EntryPage(number, entries);
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException("entry page " + number + " can't be read: " + e.getMessage(), e);
        }
    }

    private static List<String> readCells(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<String> cells = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            cells.add(readText(in));
        }
        return cells;
    }

    private static List<InputFile> readFiles(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<InputFile> files = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            files.add(readFile(in));
        }
        return files;
    }

    static InputFile readFile(DataInputStream in) throws IOException {
        String path = readText(in);
        byte[] hash = in.readNBytes(HASH_BYTES);
        return new InputFile(path, new BlobHash(HexFormat.of().formatHex(hash)), in.readLong(), in.readBoolean());
    }

    static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
