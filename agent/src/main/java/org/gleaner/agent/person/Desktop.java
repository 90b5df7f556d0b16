package org.gleaner.agent.person;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Whether somebody may sit at this machine: it has a graphical session, or a login screen. */
final class Desktop {
    private Desktop() {}

    static boolean isHere(Map<String, String> environment, Path sockets, CommandOutput commands) {
        return !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty()
                || XDisplay.of(environment, sockets) != null
                || hasScreen(sockets)
                || hasLoginScreen(commands);
    }

    private static boolean hasLoginScreen(CommandOutput commands) {
        return commands.of("loginctl", "show-seat", "seat0", "--property=CanGraphical")
                        .contains("CanGraphical=yes")
                && commands.of("systemctl", "is-active", "display-manager.service")
                        .startsWith("active");
    }

    private static boolean hasScreen(Path sockets) {
        if (!Files.isDirectory(sockets)) {
            return false;
        }
        try (DirectoryStream<Path> screens = Files.newDirectoryStream(sockets, "X*")) {
            return screens.iterator().hasNext();
        } catch (IOException | DirectoryIteratorException unreadable) {
            return false;
        }
    }
}
