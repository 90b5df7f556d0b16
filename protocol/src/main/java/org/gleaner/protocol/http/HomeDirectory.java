package org.gleaner.protocol.http;

import java.nio.file.Path;
import java.util.Map;

/** Where the files of a person's programs are: settings, logins, and the data of a server of one's own. */
public final class HomeDirectory {
    private HomeDirectory() {}

    /** {@code GLEANER_HOME}, else {@code ~/.gleaner}, with ~ as the shell reads it. */
    public static Path of(Map<String, String> environment, Path directory, String passwdHome) {
        String chosen = environment.getOrDefault("GLEANER_HOME", "");
        return chosen.isEmpty() ? person(environment, passwdHome).resolve(".gleaner") : directory.resolve(chosen);
    }

    /** The person's directory. The JVM knows only that of the user database, which sudo, su and containers override. */
    public static Path person(Map<String, String> environment, String passwdHome) {
        String home = environment.getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? passwdHome : home).toAbsolutePath();
    }

    /** A name of a file with {@code ~} in front as a shell expands it, where no shell did. */
    public static String expanded(String name, Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        boolean meant = name.equals("~") || name.startsWith("~/");
        return meant && !home.isEmpty() ? home + name.substring(1) : name;
    }
}
