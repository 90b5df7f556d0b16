package org.gleaner.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gleaner.core.job.RuntimeVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What programs print, as far as it was seen or is documented. */
final class ProbeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "python | Python 3.11.2 | 3.11.2",
                "java | openjdk version \"17.0.10\" 2024-01-16 | 17.0.10",
                "java | java version \"1.8.0_392\" | 8.0",
                "perl | 5.36.0 | 5.36.0",
                "r | R version 4.2.2 Patched (2022-11-10 r83330) -- \"Innocent and Trusting\" | 4.2.2",
                "octave | GNU Octave, version 7.3.0 | 7.3.0",
                "gcc | 12.2.0 | 12.2.0",
                "mono | Mono JIT compiler version 6.8.0.105 (Debian 6.8.0.105+dfsg-3.3) | 6.8.0.105",
                "gams | *** GAMS Release     : 46.4.1 a0ae2a6c | 46.4.1",
                "gams | GAMS 24.8.5  Copyright (C) | 24.8.5",
                "node | v18.19.0 | 18.19.0",
                "bash | GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu) | 5.2.15"
            })
    void what_a_usual_runtime_prints_is_understood(String name, String printed, String version) {
        Probe probe = Probe.USUAL.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();

        assertThat(probe.read(printed)).contains(new RuntimeVersion(name, version));
        assertThat(probe.read("command not found, see http://1.2.3.4/")).isEmpty();
    }

    @Test
    void of_several_versions_the_highest_counts() {
        Probe dotnet = Probe.USUAL.stream()
                .filter(one -> one.name().equals("dotnet"))
                .findFirst()
                .orElseThrow();
        String printed = """
                Microsoft.AspNetCore.App 9.0.1 [/usr/share/dotnet/shared]
                Microsoft.NETCore.App 8.0.11 [/usr/share/dotnet/shared]
                Microsoft.NETCore.App 6.0.36 [/usr/share/dotnet/shared]
                """;

        assertThat(dotnet.read(printed)).contains(new RuntimeVersion("dotnet", "8.0.11"));
    }

    @Test
    void a_site_names_its_own_by_a_command_that_prints_a_version() {
        Probe probe = Probe.named("matlab=/opt/matlab/version.sh --short");

        assertThat(probe.command()).containsExactly("sh", "-c", "/opt/matlab/version.sh --short");
        assertThat(probe.read("MATLAB R2023b, release 23.2.0.236\nbuilt 2024.1"))
                .contains(new RuntimeVersion("matlab", "23.2.0.236"));
        assertThat(probe.read("no number")).isEmpty();
        for (String wrong : List.of("matlab", "=x", "matlab=", "a b=x")) {
            assertThatThrownBy(() -> Probe.named(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
