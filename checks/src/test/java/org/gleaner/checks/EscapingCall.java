package org.gleaner.checks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.client.executor.Task;

/** A call of a Java program that tries the ways out of the sandbox, and gives back what it found. */
record EscapingCall(String script, String agentDirectory, long process) implements Task<String> {
    private static final long serialVersionUID = 1;

    @Override
    public String call() throws IOException, InterruptedException {
        Path file = Files.writeString(Files.createTempFile("escape", ".pl"), script);
        Process perl = new ProcessBuilder("perl", file.toString(), agentDirectory, Long.toString(process), "1")
                .redirectErrorStream(true)
                .start();
        perl.getOutputStream().close();
        String said = new String(perl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        perl.waitFor();
        Files.delete(file);
        return said;
    }
}
