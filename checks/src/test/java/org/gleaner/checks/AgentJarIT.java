package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Program;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What machines fetch is small, and is what they need; people get the whole. */
final class AgentJarIT {
    private static final Path WHOLE = Path.of(System.getProperty("gleaner.jar", "../cli/target/gleaner.jar"));
    private static final long MOST_BYTES = 4_000_000;

    @TempDir
    private Path directory;

    private RealGrid grid;

    @BeforeEach
    void start() throws Exception {
        grid = new RealGrid(directory).startServer();
    }

    @AfterEach
    void stop() throws Exception {
        grid.killAll();
    }

    @Test
    void agents_fetch_a_small_program_of_the_servers_version_and_people_the_whole_one() throws Exception {
        String token = Files.readString(grid.data().resolve("join.token"));
        NodeCalls calls = new NodeCalls(new ServerConnection(Endpoint.of(grid.url(), token), CallTimeouts.DEFAULT));
        Program program = calls.program().get();
        Path jar = directory.resolve("fetched.jar");

        assertThat(calls.program(program, jar).get()).isEqualTo(Files.size(jar));
        assertThat(Files.size(jar)).isLessThanOrEqualTo(MOST_BYTES);
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            assertThat(zip.stream().map(entry -> entry.getName()))
                    .noneMatch(
                            name -> name.matches("org/(gleaner/(server|cli|client|lab|simulator)|sqlite|eclipse)/.*"));
        }
        String java = System.getProperty("java.home", "") + "/bin/java";
        assertThat(new Shell(directory).run(java, "-jar", jar, "version").out())
                .isEqualTo("gleaner " + program.version() + "\n");
        assertThat(new Shell(directory).run(java, "-jar", jar).out()).startsWith("gleaner agent: ");

        try (InputStream whole = new URL(grid.url() + "/gleaner-full.jar").openStream()) {
            assertThat(whole.readAllBytes()).isEqualTo(Files.readAllBytes(WHOLE));
        }
    }
}
