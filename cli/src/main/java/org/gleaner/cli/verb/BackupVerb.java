package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.StorageCalls;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.PrivateFile;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.server.store.BackupArchive;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Copies all that a running server keeps into one file. */
public final class BackupVerb implements ClientVerb {
    /** What the server lacks, the backup lacks too. */
    private static final String MISSING = "files-missing";

    @Override
    public Syntax syntax() {
        return Syntax.of(
                        "backup",
                        "copy everything the server keeps into one file, while it runs",
                        Operands.of("FILE", 1, 1))
                .example("gleaner backup monday.zip", "database and files; needs an admin token")
                .example("gleaner backup monday.zip --json", "for a script that runs every night")
                .example("gleaner restore monday.zip --data DIR", "restore it later")
                .flags(Flag.JSON);
    }

    private record Summary(String file, long blobs, long bytes) {
        static void write(JsonGenerator out, Summary sum) throws IOException {
            out.writeStartObject();
            out.writeNumberField("version", 1);
            out.writeStringField("file", sum.file);
            out.writeNumberField("blobs", sum.blobs);
            out.writeNumberField("bytes", sum.bytes);
            out.writeEndObject();
        }
    }

    @Override
    public int work(Arguments arguments, Surroundings here) throws ClientFailure, CliFailure, CallFailed, IOException {
        Path target = here.file(arguments.operand(0, ""));
        if (Files.exists(target)) {
            throw CliFailure.usage(
                    target + " already exists.",
                    "A backup never overwrites a file.",
                    "Choose another name, or move the file away.");
        }
        Path directory = target.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            throw CliFailure.usage(
                    "Can't write the backup " + target + ".",
                    "There is no directory " + directory + ".",
                    "Create it, or choose another one.");
        }
        UserCalls server = Access.calls(here);
        StorageCalls calls = server.storage();
        BackupTicket ticket = calls.beginBackup().get();
        Path part = target.resolveSibling(target.getFileName() + ".part");
        boolean well = false;
        try {
            long blobs = write(calls, ticket, part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            well = true;
            Summary sum = new Summary(target.toString(), blobs, Files.size(target));
            if (arguments.json()) {
                Printer.json(here.out(), sum, Summary::write);
            } else {
                here.out()
                        .println("Saved the database and " + Counted.of(blobs, "file") + " in " + target + ", "
                                + new MemorySize(sum.bytes()) + ".");
            }
            ServerWarnings.print(server, MISSING, here.err());
            return Exit.OK;
        } catch (IOException failed) {
            throw CliFailure.usage(
                    "Can't write the backup " + target + ".",
                    SystemWords.of(failed, target) + ".",
                    "Choose a directory that you may write to and that has enough space.");
        } finally {
            boolean unused = calls.endBackup(ticket) instanceof Answer.Unreachable;
            if (!well) {
                Files.deleteIfExists(part);
            }
        }
    }

    private static long write(StorageCalls calls, BackupTicket ticket, Path part)
            throws IOException, ClientFailure, CallFailed {
        long blobs = 0;
        // It holds the files of all users.
        PrivateFile.create(part);
        try (BackupArchive.Writer archive = new BackupArchive.Writer(
                new BufferedOutputStream(Files.newOutputStream(part, StandardOpenOption.WRITE)))) {
            archive.<CallFailed>database(out -> calls.database(ticket, out).get());
            int shelf = 0;
            do {
                BlobPage page = calls.blobs(ticket, shelf).get();
                for (BlobPage.Row row : page.blobs()) {
                    archive.<CallFailed>blob(
                            row.hash(), out -> calls.blob(row.hash(), out).get());
                    blobs++;
                }
                shelf = Chosen.onward(shelf, page.next());
            } while (shelf > 0);
        }
        return blobs;
    }
}
