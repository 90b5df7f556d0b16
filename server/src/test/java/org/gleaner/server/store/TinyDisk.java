package org.gleaner.server.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A disk of a few megabytes in memory, to be filled or write-protected. Needs root; elsewhere the test is skipped. */
public final class TinyDisk implements AutoCloseable {
    private static final int FEW_INODES = 2000;

    private final Path mountPoint;

    private TinyDisk(Path mountPoint) {
        this.mountPoint = mountPoint;
    }

    /** Mounts a disk of this size on the directory. */
    public static TinyDisk mount(Path directory, int megabytes) {
        String size = "size=" + megabytes + "m";
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString()),
                "skipped: only root can mount a small disk to fill it");
        return new TinyDisk(directory);
    }

    /** Writes a file until nothing more fits, and returns it. */
    public Path fill() throws IOException {
        return fill("filler");
    }

    /** The same with another file. */
    public Path fill(String name) throws IOException {
        return fill(name, Long.MAX_VALUE);
    }

    /** The same of no more than so many bytes. */
    public Path fill(String name, long most) throws IOException {
        Path filler = mountPoint.resolve(name);
        byte[] page = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            for (long written = 0; written < most && free() > 0; written += page.length) {
                out.write(page);
            }
        }
        return filler;
    }

    /** Makes empty files until it takes no further one, though it has room for content; returns their folder. */
    public Path useUpInodes() throws IOException {
        assumeTrue(
                run("mount", "-o", "remount,nr_inodes=" + FEW_INODES, mountPoint.toString()),
                "skipped: the inodes of the small disk could not be limited");
        Path files = Files.createDirectory(mountPoint.resolve("inodes"));
        for (int i = 0; i < FEW_INODES; i++) {
            try {
                Files.createFile(files.resolve(String.valueOf(i)));
            } catch (FileSystemException usedUp) {
                return files;
            }
        }
        throw new IllegalStateException("it has more inodes than it was given");
    }

    /** How many bytes still fit. */
    public long free() {
        return mountPoint.toFile().getUsableSpace();
    }

    public void protect() {
        assumeTrue(
                run("mount", "-o", "remount,ro", mountPoint.toString()),
                "skipped: the small disk could not be write-protected");
    }

    private static boolean run(String... command) {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return false;
        }
        return process.onExit().orTimeout(20, TimeUnit.SECONDS).join().exitValue() == 0;
    }

    @Override
    public void close() {
        run("umount", "-l", mountPoint.toString());
    }
}
