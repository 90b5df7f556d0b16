package org.gleaner.cli.verb;

import java.io.IOException;
import org.gleaner.cli.access.Access;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;
import org.jspecify.annotations.Nullable;

/** Shows what takes how much on the server. */
public final class DfVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("df", "show what uses how much of the server's disk", Operands.NONE)
                .example("gleaner df", "database, files by owner, free disk")
                .example("gleaner df --json", "the same for programs")
                .example("gleaner config set quota-owner 50G", "limit what one owner may keep")
                .flags(Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        StorageReport report = Access.calls(here).storage().report().get();
        if (arguments.json()) {
            Printer.json(here.out(), report, StorageJson::writeReport);
            return Exit.OK;
        }
        StorageReport.Whole whole = report.whole();
        if (whole != null) {
            print(here, whole);
        }
        here.out()
                .println("Quota: " + limit(report.quotas().owner()) + " per owner, "
                        + limit(report.quotas().total()) + " in total");
        if (!report.owners().isEmpty()) {
            here.out().println();
            Table table = new Table("OWNER", "JOBS", "INPUTS", "OUTPUTS", "UPLOADS", "TOTAL");
            for (StorageReport.Share share : report.owners()) {
                BlobUse use = share.use();
                table.add(
                        use.owner().name(),
                        Long.toString(use.jobs()),
                        size(use.inputBytes()),
                        size(use.outputBytes()),
                        size(share.uploadBytes()),
                        size(share.bytes()));
            }
            table.print(here.out());
            if (report.owners().stream().anyMatch(share -> share.uploadBytes() > 0)) {
                here.out().println("UPLOADS count until a job of their owner names them, or blob-grace is over.");
            }
        }
        return Exit.OK;
    }

    private static void print(Surroundings here, StorageReport.Whole whole) {
        here.out()
                .println("Database (" + whole.database().kind() + "): "
                        + size(whole.database().bytes()));
        here.out()
                .println("Files: " + size(whole.blobs().bytes()) + " in "
                        + Counted.of(whole.blobs().count(), "file") + ", deduplicated");
        long uploads = whole.blobs().uploadBytes();
        if (uploads > 0) {
            here.out().println("Uploads of users and machines that no job names yet: " + size(uploads));
        }
        here.out()
                .println("Disk: " + size(whole.disk().free()) + " free of "
                        + size(whole.disk().total()));
    }

    private static String size(long bytes) {
        return new MemorySize(bytes).toString();
    }

    private static String limit(@Nullable Long bytes) {
        return bytes == null ? "no limit" : size(bytes);
    }
}
