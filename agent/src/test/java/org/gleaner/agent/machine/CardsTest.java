package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.gleaner.core.job.Amounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CardsTest {
    private static final String TWO = """
            GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-5c89852c)
              MIG 3g.20gb     Device  0: (UUID: MIG-1)
            GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-6d98)
            """;

    private static Amounts cards(int count) {
        return Amounts.parse(List.of("gpu=" + count));
    }

    @Test
    void the_drivers_program_is_asked_how_many_there_are(@TempDir Path bin) throws Exception {
        Path program = bin.resolve("nvidia-smi");
        Files.writeString(program, "#!/bin/sh\n[ \"$1\" = -L ] && echo 'GPU 0: a' && echo 'GPU 1: b'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> environment = Map.of("PATH", bin.toString());

        assertThat(Cards.found(environment, CommandOutput.real(environment))).isEqualTo(cards(2));
        assertThat(Cards.found(Map.of(), CommandOutput.real(Map.of("PATH", "/nowhere"))))
                .isEqualTo(Amounts.NONE);
    }

    @Test
    void cards_that_the_agent_itself_may_not_use_are_not_given_away() {
        Map<String, String> one = Map.of(Cards.VARIABLE, "GPU-6d98");

        assertThat(Cards.found(Map.of(), words -> TWO)).isEqualTo(cards(2));
        assertThat(Cards.found(one, words -> TWO)).isEqualTo(cards(1));
        assertThat(Cards.of(one).take(1).text()).isEqualTo("GPU-6d98");
    }

    @Test
    void tasks_at_the_same_time_are_told_of_different_cards() {
        Cards cards = Cards.of(Map.of());

        Cards.Taken first = cards.take(1);
        Cards.Taken second = cards.take(2);
        first.close();
        Cards.Taken third = cards.take(2);

        assertThat(second.text()).isEqualTo("1,2");
        assertThat(third.text()).isEqualTo("0,3");
        assertThat(cards.take(0).text()).isEmpty();
    }

    @Test
    void devices_are_those_of_the_driver(@TempDir Path dev) throws Exception {
        for (String name : List.of("nvidiactl", "nvidia0", "null", "sda")) {
            Files.createFile(dev.resolve(name));
        }

        assertThat(Cards.devices(dev)).containsExactly(dev.resolve("nvidia0"), dev.resolve("nvidiactl"));
        assertThat(Cards.devices(dev.resolve("none"))).isEmpty();
    }
}
