package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A command that was called and ended well.
 *
 * @param out what it printed
 * @param seconds how long it took
 */
record Called(String out, double seconds) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** @param folder where it runs, and where what it says is kept */
    static Called in(Path folder, Map<String, String> environment, List<String> words)
            throws IOException, InterruptedException {
        return in(folder, environment, words, Set.of(0));
    }

    /** @param well the codes with which it may end */
    static Called in(Path folder, Map<String, String> environment, List<String> words, Set<Integer> well)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        long began = System.nanoTime();
        Process process = builder.start();
        Machine.endWithUs(process);
        int exit = process.waitFor();
        double seconds = (System.nanoTime() - began) / NANOS_PER_SECOND;
        if (!well.contains(exit)) {
            throw new FleetFailure(words.get(0) + " ended with " + exit + " and said: "
                    + Files.readString(err, StandardCharsets.UTF_8).strip());
        }
        String said = Files.readString(out, StandardCharsets.UTF_8);
        Files.delete(out);
        Files.delete(err);
        return new Called(said, seconds);
    }
}
