package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Three scripts start an agent, none of which has the others at hand. What was measured of one must hold for all. */
class AgentFlagsTest {
    private static final Pattern FLAG = Pattern.compile("-X(X:[-+]?\\w+(=\\d+)?|[a-z]+\\d+[kmg])");
    /** Where the launcher leaves it out if the caller chooses a smaller heap. */
    private static final Pattern FIRST_HEAP = Pattern.compile("\\$\\(first_heap ([0-9a-z]+)\\)");

    @Test
    void the_launcher_the_service_and_the_windows_script_start_an_agents_jvm_alike() throws IOException {
        String launcher = read("gleaner");
        Set<String> flags = flags(variable(launcher, "late_compiler")
                + variable(launcher, "quiet_vm")
                + launcher.lines()
                        .filter(line -> line.contains(" agent) flags="))
                        .map(line -> FIRST_HEAP.matcher(line).replaceAll("-Xms$1"))
                        .collect(Collectors.joining()));

        assertThat(flags)
                .contains("-XX:+UseSerialGC", "-Xms64m", "-XX:+ExitOnOutOfMemoryError")
                .hasSizeGreaterThan(10);
        assertThat(flags(read("agent/src/main/resources/org/gleaner/agent/install/start.sh")))
                .isEqualTo(flags);
        assertThat(flags(read("server/src/main/resources/org/gleaner/server/join/join.ps1")))
                .isEqualTo(flags);
    }

    private static String read(String file) throws IOException {
        return Files.readString(SourceTree.ofThisBuild().resolve(file));
    }

    private static String variable(String script, String name) {
        Matcher found =
                Pattern.compile("^" + name + "=\"([^\"]*)\"", Pattern.MULTILINE).matcher(script);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    private static Set<String> flags(String text) {
        return FLAG.matcher(text).results().map(one -> one.group()).collect(Collectors.toCollection(TreeSet::new));
    }
}
