package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.gleaner.agent.install.Installation;
import org.gleaner.agent.install.SystemCommands;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.child.FreePort;
import org.gleaner.lab.child.Launch;
import org.gleaner.lab.child.ServerChild;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.program.ProgramJar;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installed agent follows its server's program, and falls back from one that does not work. */
final class UpdateIT {
    private static final Path JAR = Path.of(System.getProperty("gleaner.jar", "../cli/target/gleaner.jar"));
    private static final Path JAVA = Path.of(System.getProperty("java.home", ""), "bin", "java");

    @TempDir
    private Path directory;

    private @Nullable ServerChild server;
    private @Nullable Child agent;
    private int port;
    private Path agentDir;

    @BeforeEach
    void prepare() throws IOException {
        agentDir = directory.resolve("agent");
        port = FreePort.on(InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() {
        if (agent != null) {
            agent.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void agent_takes_over_a_new_program_and_falls_back_from_a_broken_one() throws Exception {
        Path first = variant("first.jar", "0.4.0", "");
        serve(first);
        Child installed = installed(first);
        untilVersion("0.4.0");

        Path second = variant("second.jar", "0.5.0", "");
        replace(second);
        untilVersion("0.5.0");
        RealGrid.until("the second is the current one", () -> current().equals(hash(second)));
        assertThat(installed.isAlive()).isTrue();
        RealGrid.until("the first is gone", () -> programs().equals(List.of(hash(second))));
        assertThat(endedStays()).as("an update is no death of the machine").isZero();

        // It serves, but there is no agent in it.
        Path broken = variant("broken.jar", "0.5.1", "org/gleaner/agent/AgentProgram.class");
        replace(broken);
        RealGrid.until("the broken one was tried", () -> Files.exists(program("failed")));
        untilVersion("0.5.0");
        assertThat(Files.readString(program("failed"), UTF_8)).startsWith(hash(broken));
        assertThat(current()).isEqualTo(hash(second));

        // Two minor versions on: the agent is not let in as it is, and comes back as the server's own program.
        Path third = variant("third.jar", "0.7.0", "");
        replace(third);
        untilVersion("0.7.0");
        assertThat(nodes()).hasSize(1);
        assertThat(endedStays())
                .as("neither a program that does not work nor the next update is one")
                .isZero();
    }

    @Test
    void an_agent_that_can_not_update_itself_is_told_in_a_sentence() throws Exception {
        serve(variant("new.jar", "0.9.0", ""));
        Path old = variant("old.jar", "0.4.0", "");

        Path token = data().resolve("join.token");

        Shell.Result result = new Shell(directory)
                .run(
                        JAVA,
                        "-jar",
                        old,
                        "agent",
                        server().address(),
                        "--token-file",
                        token,
                        "--dir",
                        agentDir,
                        "--sandbox",
                        "off");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("serves agents of 0.9 and 0.8; this one is 0.4.0");
    }

    private Child installed(Path jar) throws Exception {
        SystemCommands none = new SystemCommands() {
            @Override
            public int run(List<String> command) {
                return 1;
            }

            @Override
            public boolean hasSystemd() {
                return false;
            }
        };
        String token = Files.readString(data().resolve("join.token"), UTF_8).strip();
        Installation installation = new Installation(agentDir, directory.resolve("units"), null, none);
        installation.install(jar, JAVA, token, List.of(server().address(), "--slots", "1"));
        Map<String, String> hurry = Map.of("GLEANER_AGENT_UPDATE_SECONDS", "1", "GLEANER_TRIAL_SECONDS", "60");
        Launch launch = new Launch(List.of(program("start").toString()), directory, hurry, true);
        List<String> words =
                List.of(server().address(), "--slots", "1", "--dir", agentDir.toString(), "--sandbox", "off");
        Child started = new Child("agent", launch, words, directory.resolve("agent.out"));
        agent = started;
        started.start();
        return started;
    }

    private void serve(Path jar) throws Exception {
        List<String> java = List.of(JAVA.toString(), "-XX:TieredStopAtLevel=1", "-jar", jar.toString());
        server = new ServerChild(new Launch(java, directory, Map.of(), true), data(), port, List.of());
        server.start();
    }

    private void replace(Path jar) throws Exception {
        RealGrid.stop(server().child());
        serve(jar);
    }

    private ServerChild server() {
        return Objects.requireNonNull(server, "there is no server yet");
    }

    private void untilVersion(String version) {
        RealGrid.until(
                "an agent of " + version + " is connected",
                () -> nodes().stream()
                        .anyMatch(node ->
                                node.connected() && node.facts().version().equals(version)));
    }

    private List<NodeSummary> nodes() throws Exception {
        return server().calls().nodes().get().nodes();
    }

    private int endedStays() throws Exception {
        return server().calls().node(nodes().get(0).id()).get().observed().stays();
    }

    private Path data() {
        return directory.resolve("server");
    }

    private Path program(String name) {
        return agentDir.resolve("program").resolve(name);
    }

    private String current() throws IOException {
        return Files.readString(program("current"), UTF_8).strip().replace(".jar", "");
    }

    private List<String> programs() throws IOException {
        try (var files = Files.list(agentDir.resolve("program"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .map(name -> name.replace(".jar", ""))
                    .toList();
        }
    }

    /** Of the agent's program, which is what an installed agent has. */
    private static String hash(Path whole) throws IOException {
        return Content.hash(ProgramJar.agentWithin(whole).orElseThrow()).hex();
    }

    /** The program of this build under another version, whose agent lacks one of its files. */
    private Path variant(String name, String version, String without) throws IOException {
        Path made = Files.copy(JAR, directory.resolve(name));
        Path part = directory.resolve(name + ".agent");
        try (FileSystem whole = FileSystems.newFileSystem(made)) {
            Path within = whole.getPath("gleaner-agent.jar");
            Files.copy(within, part);
            try (FileSystem agent = FileSystems.newFileSystem(part)) {
                call(agent, version);
                if (!without.isEmpty()) {
                    Files.delete(agent.getPath(without));
                }
            }
            Files.copy(part, within, StandardCopyOption.REPLACE_EXISTING);
            call(whole, version);
        }
        return made;
    }

    private static void call(FileSystem jar, String version) throws IOException {
        Path file = jar.getPath(JarFile.MANIFEST_NAME);
        Manifest manifest = new Manifest(new ByteArrayInputStream(Files.readAllBytes(file)));
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        try (OutputStream to = Files.newOutputStream(file)) {
            manifest.write(to);
        }
    }
}
