package org.gleaner.agent.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.observer.Stay;

/**
 * How a stay outlives the agent's own update: the program that ends to be replaced lays it down, the next one goes on
 * with it, and it is gone when that one has reported in. Until then the file stays, so that a newer program that does
 * not work ends no stay either. The seconds in between count for nothing.
 */
public final class StayFile {
    /** A random word that the kernel makes at each boot. */
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path file;
    private final Path bootId;

    StayFile(Path file) {
        this(file, BOOT_ID);
    }

    /** @param bootId tells one boot from the next; where there is none, what was laid down is believed */
    StayFile(Path file, Path bootId) {
        this.file = file;
        this.bootId = bootId;
    }

    /** The stay that was handed over since this machine was booted, or a new one. */
    public Stay begin() throws IOException {
        try {
            List<String> lines = Files.readAllLines(file, UTF_8);
            Stay handed = new Stay(lines.get(0), Duration.ofMillis(Long.parseLong(lines.get(1))));
            if (!handed.id().isEmpty() && lines.get(2).equals(boot())) {
                return handed;
            }
        } catch (NoSuchFileException none) {
            // The usual case: nobody made place for us.
        } catch (IllegalArgumentException | IndexOutOfBoundsException | CharacterCodingException damaged) {
            // Whatever it was, it can't be gone on with.
        }
        forget();
        return new Stay(Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX), Duration.ZERO);
    }

    public void handOver(Stay stay) throws IOException {
        String text = stay.id() + "\n" + stay.lasted().toMillis() + "\n" + boot() + "\n";
        Durable.write(file, text);
    }

    public void forget() throws IOException {
        Files.deleteIfExists(file);
    }

    private String boot() {
        try {
            return Files.readString(bootId, UTF_8).strip();
        } catch (IOException notLinux) {
            return "";
        }
    }
}
