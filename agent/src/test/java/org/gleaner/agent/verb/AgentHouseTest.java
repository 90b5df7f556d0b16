package org.gleaner.agent.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentHouseTest {
    @TempDir
    Path dir;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int pause() throws Exception {
        PrintStream told = new PrintStream(err, true, UTF_8);
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
        Surroundings.Streams streams = new Surroundings.Streams(InputStream.nullInputStream(), out, told, false, false);
        Surroundings here = new Surroundings(dir, dir, Map.of(), streams, List.of());
        return AgentHouse.run(new Arguments("agent", Map.of(), List.of("pause", "2h")), here, dir);
    }

    @Test
    void who_pauses_a_directory_in_which_no_agent_runs_is_told_so() throws Exception {
        AgentDirectory.open(dir).close();

        assertThat(pause()).isEqualTo(Exit.OK);
        assertThat(err.toString(UTF_8)).contains("no agent runs in " + dir, "--dir");
    }

    @Test
    void who_pauses_an_agent_that_runs_reads_no_note() throws Exception {
        try (AgentDirectory held = AgentDirectory.open(dir)) {
            assertThat(held.root()).exists();
            assertThat(pause()).isEqualTo(Exit.OK);
        }

        assertThat(err.toString(UTF_8)).isEmpty();
    }
}
