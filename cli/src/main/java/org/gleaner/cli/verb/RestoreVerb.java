package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.protocol.wording.Quoted;
import org.gleaner.server.store.BackupArchive;
import org.gleaner.server.store.BackupArchive.Restored;
import org.gleaner.server.store.StoreUnusable;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Makes a server's data directory from a backup. */
public final class RestoreVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("restore", "make a server's data directory from a backup", Operands.of("FILE", 1, 1))
                .example("gleaner restore monday.zip --data /srv/gleaner", "into a new directory")
                .example("gleaner server --data /srv/gleaner", "then start the server there")
                .example(
                        "gleaner restore monday.zip --data DIR --db postgresql://gleaner@db/gleaner",
                        "the database goes to PostgreSQL; start the server with the same --db")
                .flags(
                        Flag.one("data", "DIR", "the new data directory (GLEANER_HOME/server)"),
                        Flag.one("db", "URL", "an empty PostgreSQL database for it"),
                        Flag.one("db-password-file", "F", "file with its password (or PGPASSWORD, PGPASSFILE)"),
                        Flag.JSON);
    }

    /** The database is part of it: a server with another one would take the files for nobody's. */
    private static String start(Arguments arguments, Surroundings here, Path data) {
        List<String> words = new ArrayList<>(List.of("gleaner", "server", "--data", data.toString()));
        String database = arguments.text("db");
        if (database != null) {
            words.addAll(List.of("--db", database));
        }
        String password = arguments.text("db-password-file");
        if (password != null) {
            words.addAll(List.of("--db-password-file", here.file(password).toString()));
        }
        return Quoted.words(words);
    }

    private static void write(JsonGenerator out, Restored restored) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeNumberField("blobs", restored.blobs());
        out.writeNumberField("missing", restored.missing());
        out.writeEndObject();
    }

    private static CliFailure unreadable(Path file) {
        String what = "Can't read the backup.";
        return Files.exists(file)
                ? CliFailure.usage(
                        what,
                        "You have no permission to read " + file + ": only the account that made a backup can read it.",
                        "Run it as that account, or with sudo.")
                : CliFailure.usage(
                        what,
                        "There is no file " + file + " that you can read.",
                        "Name a file that 'gleaner backup' wrote.");
    }

    static CliFailure failure(Path file, Path data, IOException failed) {
        String what = "Can't restore the backup " + file + " into " + data + ".";
        return failed instanceof AccessDeniedException
                ? CliFailure.usage(
                        what,
                        SystemWords.sentence(SystemWords.of(failed)),
                        "Run it as an account that can write there, such as root with sudo, or choose another --data"
                                + " directory; nothing was restored.")
                : CliFailure.usage(
                        what,
                        SystemWords.sentence(SystemWords.of(failed, data)),
                        "Check that the file is complete and the disk has enough space, or choose another --data"
                                + " directory; nothing was restored.");
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException {
        Path file = here.file(arguments.operand(0, ""));
        if (!Files.isReadable(file)) {
            throw unreadable(file);
        }
        String named = arguments.text("data");
        Path data = named == null ? here.home().resolve("server") : here.file(named);
        Restored restored;
        try {
            restored = BackupArchive.restore(file, data, DatabaseFlags.read(arguments, here));
        } catch (StoreUnusable refused) {
            throw CliFailure.refused(refused.what(), refused.why(), refused.next());
        } catch (IOException failed) {
            throw failure(file, data, failed);
        }
        if (arguments.json()) {
            Printer.json(here.out(), restored, RestoreVerb::write);
        } else {
            Path made = data.toRealPath();
            here.out()
                    .println("Restored the server's data to " + made + ", with " + Counted.of(restored.blobs(), "file")
                            + ".");
            if (restored.missing() > 0) {
                here.out()
                        .println(Counted.of(restored.missing(), "file")
                                + " of jobs not restored: already lost or damaged when the backup was made.");
            }
            here.out()
                    .println("Start the server with this command; it creates a new admin token. For a service, run"
                            + " 'gleaner server install' with these and its other flags as root instead:");
            here.out().println("  " + start(arguments, here, made));
        }
        return Exit.OK;
    }
}
