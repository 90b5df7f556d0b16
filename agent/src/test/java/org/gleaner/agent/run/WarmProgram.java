package org.gleaner.agent.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that serves: the files of each task are copied into one, and it says how many tasks its JVM has done. */
public final class WarmProgram {
    private WarmProgram() {}

    /** Needs no words. */
    public static void main(String[] words) throws Exception {
        Path own = Path.of(System.getenv("GLEANER_SERVE"));
        Path out = Path.of("out");
        try (BufferedReader orders =
                        new BufferedReader(new InputStreamReader(Files.newInputStream(descriptor(3)), US_ASCII));
                OutputStream answers = new FileOutputStream(descriptor(4).toFile())) {
            int count = 0;
            for (String order = "1"; order != null; order = orders.readLine()) {
                count++;
                Files.deleteIfExists(out);
                Files.copy(own.resolve("calls"), out);
                System.out.println(count);
                answers.write((order + " 0 clean\n0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n").getBytes(US_ASCII));
            }
        }
    }

    private static Path descriptor(int number) {
        return Path.of("/proc/self/fd/" + number);
    }
}
