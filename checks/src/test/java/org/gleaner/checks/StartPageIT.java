package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial, pasted into a shell block by block, on a machine of its own where its port is free. */
class StartPageIT {
    private static final Path ROOT =
            Path.of(System.getProperty("gleaner.root", "..")).toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Duration LIMIT = Duration.ofMinutes(9);

    @TempDir
    Path home;

    @Test
    void whoever_pastes_the_page_into_a_terminal_gets_what_it_promises() throws Exception {
        assumeTrue(
                new Shell(home)
                                .run("unshare", "-n", "ip", "link", "set", "lo", "up")
                                .exit()
                        == 0,
                "a network of its own needs root and iproute2");
        String blocks = BLOCK.matcher(Files.readString(ROOT.resolve("docs/START.md"), UTF_8))
                .results()
                .map(block -> block.group(1))
                .collect(Collectors.joining("\n"));
        // Whoever types looks at what comes; here the first command that fails is the end.
        Path script = Files.writeString(home.resolve("page.sh"), "set -e\ncd '" + ROOT + "'\n" + blocks);

        // The last shell of a process namespace takes all that it started along.
        Shell.Result result = new Shell(home)
                .with("HOME", home)
                .with("GLEANER_BUILD", "never")
                .start(
                        "unshare",
                        "-n",
                        "-p",
                        "-f",
                        "--mount-proc",
                        "sh",
                        "-c",
                        "ip link set lo up; bash " + script + "; exit $?")
                .result(LIMIT);

        assertThat(result.exit()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .contains(
                        "Hello from one of the three\n",
                        "98 squared is 9604\n99 squared is 9801\n100 squared is 10000\n")
                .contains("1499500\n", "6499500\n")
                .containsPattern("(?m)^\\d+ the$");
    }
}
