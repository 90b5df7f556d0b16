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
 * @param nanos how long it took
 */
record Called(String out, long nanos) {
    double seconds() {
        return nanos / 1e9;
    }

    /** @param folder where it runs, and where what it says is kept meanwhile */
    static Called in(Path folder, Map<String, String> environment, List<String> words)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        return in(folder, builder, Set.of(0));
    }

    /** @param well the codes with which it may end */
    static Called in(Path folder, ProcessBuilder builder, Set<Integer> well) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        builder.directory(folder.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        long began = System.nanoTime();
        Process process = builder.start();
        ThisMachine.endWithUs(process);
        int exit = process.waitFor();
        long nanos = System.nanoTime() - began;
        if (!well.contains(exit)) {
            throw new FleetFailure(builder.command().get(0) + " exited with " + exit + " and said: "
                    + Files.readString(err, StandardCharsets.UTF_8).strip());
        }
        String said = Files.readString(out, StandardCharsets.UTF_8);
        Files.delete(out);
        Files.delete(err);
        return new Called(said, nanos);
    }
}
