package org.gleaner.agent.person;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Whether the machine lives on its battery, as {@code /sys/class/power_supply} tells; without one it does not. */
record Battery(Path supplies) {
    boolean isDischarging() {
        boolean discharging = false;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(supplies)) {
            for (Path supply : all) {
                String type = read(supply, "type");
                if (type.equals("mains") && read(supply, "online").equals("1")) {
                    return false;
                }
                // A mouse has a battery too; its scope is "device".
                boolean ofTheMachine =
                        type.equals("battery") && !read(supply, "scope").equals("device");
                discharging |= ofTheMachine && read(supply, "status").equals("discharging");
            }
        } catch (IOException | DirectoryIteratorException none) {
            return false;
        }
        return discharging;
    }

    private static String read(Path supply, String name) {
        try {
            return Files.readString(supply.resolve(name)).strip().toLowerCase(Locale.ROOT);
        } catch (IOException absent) {
            return "";
        }
    }
}
