package org.gleaner.client.description;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.gleaner.client.failure.ClientFailure;

/** Finds out before anything is sent whether an archive is one: every machine would stumble over it otherwise. */
final class ArchiveCheck {
    private static final int BLOCK = 512;
    private static final int CHECKSUM = 148;
    private static final int CHECKSUM_LENGTH = 8;

    private ArchiveCheck() {}

    static void readable(Path file) throws ClientFailure, IOException {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".zip")) {
                zip(file);
            } else if (name.endsWith(".tar.gz") || name.endsWith(".tgz")) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16)) {
                    tar(in);
                }
            } else if (name.endsWith(".tar")) {
                try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                    tar(in);
                }
            } else {
                throw Draft.unusable(
                        "in-archive", file.getFileName() + " does not end in .tar, .tar.gz, .tgz or .zip.");
            }
        } catch (ZipException | EOFException broken) {
            throw Draft.unusable(
                    "in-archive", file.getFileName() + " can't be unpacked: it is damaged or in another format.");
        } catch (AccessDeniedException closed) {
            throw Draft.unusable("in-archive", "You have no permission to read " + file + ".");
        }
    }

    private static void zip(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() == 0) {
                throw new ZipException("empty");
            }
        }
    }

    /** The first header must be one, and a compressed archive must be whole. */
    private static void tar(InputStream in) throws IOException {
        byte[] header = in.readNBytes(BLOCK);
        if (header.length < BLOCK || !isHeader(header)) {
            throw new ZipException("no tar");
        }
        in.transferTo(OutputStream.nullOutputStream());
    }

    private static boolean isHeader(byte[] header) {
        long sum = 0;
        long stated = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean own = i >= CHECKSUM && i < CHECKSUM + CHECKSUM_LENGTH;
            sum += own ? ' ' : header[i] & 0xff;
            if (own && header[i] >= '0' && header[i] <= '7') {
                stated = 8 * stated + header[i] - '0';
            }
        }
        return header[0] != 0 && sum == stated;
    }
}
