package org.gleaner.cli.verb;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.gleaner.cli.access.Access;
import org.gleaner.cli.access.ClientVerb;
import org.gleaner.client.call.StorageCalls;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.file.PrivateFile;
import org.gleaner.client.job.Chosen;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.protocol.problem.ProblemKind;
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

    /** So many damaged files are named. */
    private static final int NAMED = 10;

    private record Summary(String file, long blobs, long damaged, long bytes) {
        static void write(JsonGenerator out, Summary sum) throws IOException {
            out.writeStartObject();
            out.writeNumberField("version", 1);
            out.writeStringField("file", sum.file);
            out.writeNumberField("blobs", sum.blobs);
            out.writeNumberField("damaged", sum.damaged);
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
        Path one = target.resolveSibling(target.getFileName() + ".one");
        List<BlobHash> damaged = new ArrayList<>();
        boolean well = false;
        try {
            PrivateFile.createDirectory(one);
            long blobs = write(server, ticket, part, one.resolve("file"), damaged);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            well = true;
            tell(new Summary(target.toString(), blobs, damaged.size(), Files.size(target)), arguments, here);
            warn(damaged, here.err());
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
            clear(one);
        }
    }

    private static void clear(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    private static void tell(Summary sum, Arguments arguments, Surroundings here) throws IOException {
        if (arguments.json()) {
            Printer.json(here.out(), sum, Summary::write);
        } else {
            here.out()
                    .println("Saved the database and " + Counted.of(sum.blobs(), "file") + " in " + sum.file() + ", "
                            + new MemorySize(sum.bytes()) + ".");
        }
    }

    private static void warn(List<BlobHash> damaged, PrintStream out) {
        if (damaged.isEmpty()) {
            return;
        }
        int more = damaged.size() - NAMED;
        String names = damaged.stream().limit(NAMED).map(BlobHash::hex).collect(Collectors.joining(", "));
        out.println("Left out " + Counted.of(damaged.size(), "file") + ", damaged on the server's disk: " + names
                + (more > 0 ? " and " + more + " more" : "") + ".");
        out.println("  The server now counts " + (damaged.size() == 1 ? "it" : "them") + " as missing. Put "
                + (damaged.size() == 1 ? "it" : "them") + " back from an earlier backup, or submit with "
                + (damaged.size() == 1 ? "it" : "them") + " again; check that disk.");
    }

    /**
     * Writes it and returns how many files are in it.
     *
     * @param one where each file lies until it has come whole: what is in the backup can't be taken out again
     * @param damaged gets those that are not in it
     */
    private static long write(UserCalls server, BackupTicket ticket, Path part, Path one, List<BlobHash> damaged)
            throws IOException, ClientFailure, CallFailed {
        StorageCalls calls = server.storage();
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
                    Answer<Long> came = server.download(row.hash(), row.size(), one);
                    if (came.isRefused(ProblemKind.UNKNOWN_BLOB)) {
                        damaged.add(row.hash());
                    } else {
                        long unused = came.get();
                        archive.<IOException>blob(row.hash(), out -> Files.copy(one, out));
                        blobs++;
                    }
                }
                shelf = Chosen.onward(shelf, page.next());
            } while (shelf > 0);
        }
        return blobs;
    }
}
