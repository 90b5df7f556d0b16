package org.gleaner.cli.verb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.server.store.PostgresAddress;
import org.gleaner.server.store.PostgresLogin;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** How {@code --db} and {@code --db-password-file} become a database. The password never stands in an argument. */
public final class DatabaseFlags {
    private static final long LONGEST_PASSWORD_FILE = 4096;

    private DatabaseFlags() {}

    /** Null if it was not asked for. */
    public static @Nullable PostgresLogin read(Arguments arguments, Surroundings here) throws CliFailure {
        String url = arguments.text("db");
        String file = arguments.text("db-password-file");
        if (url == null) {
            if (file != null) {
                throw CliFailure.usage(
                        "--db-password-file requires --db.",
                        "There is a password but no database.",
                        "Add --db postgresql://USER@HOST/NAME, or leave it out.");
            }
            return null;
        }
        PostgresAddress address;
        try {
            address = PostgresAddress.parse(url);
        } catch (IllegalArgumentException malformed) {
            // The value is not repeated, as it may hold a password.
            throw CliFailure.usage(
                    "Invalid database address.",
                    "--db: " + malformed.getMessage() + ".",
                    "Write --db postgresql://USER@HOST:5432/DATABASE, and the password into a file for"
                            + " --db-password-file, PGPASSWORD or PGPASSFILE.");
        }
        return new PostgresLogin(address, file == null ? here.variable("PGPASSWORD") : password(here.file(file)));
    }

    private static String password(Path file) throws CliFailure {
        try {
            if (Files.size(file) <= LONGEST_PASSWORD_FILE) {
                return Files.readString(file, StandardCharsets.UTF_8).strip();
            }
        } catch (IOException unreadable) {
            throw unusable("The file " + file + " can't be read as UTF-8 text.");
        }
        throw unusable("The file " + file + " is too large to hold only a password.");
    }

    private static CliFailure unusable(String why) {
        return CliFailure.usage(
                "Can't read the database password.",
                why,
                "Write the password alone into a file that only you can read.");
    }
}
