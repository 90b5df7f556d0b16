package org.gleaner.agent.person;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BatteryTest {
    @TempDir
    private Path root;

    @Test
    void a_machine_without_power_supplies_is_not_on_battery() {
        assertThat(new Battery(root.resolve("none")).isDischarging()).isFalse();
        assertThat(new Battery(root).isDischarging()).isFalse();
    }

    @Test
    void a_battery_that_is_drained_is_noticed_and_one_that_is_charged_is_not() throws IOException {
        supply("AC", Map.of("type", "Mains", "online", "0"));
        supply("BAT0", Map.of("type", "Battery", "status", "Discharging"));
        assertThat(new Battery(root).isDischarging()).isTrue();

        supply("BAT0", Map.of("type", "Battery", "status", "Charging"));
        assertThat(new Battery(root).isDischarging()).isFalse();
    }

    @Test
    void while_plugged_in_a_battery_that_is_drained_a_little_does_not_count() throws IOException {
        supply("AC", Map.of("type", "Mains", "online", "1"));
        supply("BAT0", Map.of("type", "Battery", "status", "Discharging"));

        assertThat(new Battery(root).isDischarging()).isFalse();
    }

    @Test
    void the_battery_of_a_mouse_is_not_the_machines() throws IOException {
        supply("mouse", Map.of("type", "Battery", "scope", "Device", "status", "Discharging"));

        assertThat(new Battery(root).isDischarging()).isFalse();
    }

    private void supply(String name, Map<String, String> files) throws IOException {
        Path directory = Files.createDirectories(root.resolve(name));
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue() + "\n");
        }
    }
}
