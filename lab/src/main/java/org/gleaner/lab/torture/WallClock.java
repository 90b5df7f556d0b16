package org.gleaner.lab.torture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.gleaner.lab.child.Impossible;
import org.gleaner.lab.child.Tool;

/** The clock on the wall as one program sees it. It can be set while the program runs; time passes as elsewhere. */
public final class WallClock {
    private final Path library;
    private final Path offset;

    private WallClock(Path library, Path offset) throws IOException {
        this.library = library;
        this.offset = offset;
        shift(Duration.ZERO);
    }

    /** Makes clocks; needs a C compiler. */
    public static final class Maker {
        private final Path folder;

        public Maker(Path folder) throws Impossible, IOException, InterruptedException {
            this.folder = folder;
            Path source = folder.resolve("clock.c");
            try (InputStream text = WallClock.class.getResourceAsStream("clock.c")) {
                if (text == null) {
                    throw new IllegalStateException("clock.c is missing in the program");
                }
                Files.copy(text, source);
            }
            Tool.must("cc", "-shared", "-fPIC", "-o", library(folder).toString(), source.toString(), "-ldl");
        }

        private static Path library(Path folder) {
            return folder.resolve("clock.so");
        }

        public WallClock make(String name) throws IOException {
            return new WallClock(library(folder), folder.resolve(name + ".clock"));
        }
    }

    /** What the program must find in its environment. */
    public Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "GLEANER_CLOCK", offset.toString());
    }

    /** From now on the program's clock differs by this from the machine's. */
    public void shift(Duration by) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(by.toSeconds())
                .flip();
        try (FileChannel file = FileChannel.open(offset, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(bytes, 0);
        }
    }
}
