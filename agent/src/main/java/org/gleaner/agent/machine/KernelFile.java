package org.gleaner.agent.machine;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Files below {@code /proc} and {@code /sys} by which the kernel is told something. It may answer "not now" (EAGAIN),
 * which the channels behind {@link java.nio.file.Files} turn into an unchecked exception; here every refusal is an
 * {@link IOException}.
 */
public final class KernelFile {
    private KernelFile() {}

    public static void write(Path file, String text) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }
}
