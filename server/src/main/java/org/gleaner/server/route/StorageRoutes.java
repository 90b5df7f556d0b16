package org.gleaner.server.route;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.eclipse.jetty.io.Content;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.message.SweepResult;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;
import org.gleaner.server.retention.UseLedger;
import org.jspecify.annotations.Nullable;

/** What the server keeps: how much, what can go, and a copy of all of it. */
record StorageRoutes(LoopDesk desk, BlobStore blobs, UseLedger use, UploadRoom room, RouteAssembly.Housekeeping house) {
    private static final int SMALL = 4 << 10;
    private static final int MOST_BLOBS = 10_000;

    /** An admin sees what everybody keeps, others what they do. */
    void report(Exchange exchange) throws StoreException, IOException {
        Caller caller = Callers.person(exchange);
        if (!caller.admin()) {
            report(exchange, caller, List.of(caller.owner()));
            return;
        }
        desk.ask(
                exchange,
                new Question.ListUsers(caller),
                Reply.Users.class,
                found -> report(
                        exchange,
                        caller,
                        found.users().stream().map(Reply.UserSummary::name).toList()));
    }

    private void report(Exchange exchange, Caller caller, List<Owner> users) throws StoreException, IOException {
        SortedMap<Owner, Long> unnamed = room.unnamed(users);
        List<StorageReport.Share> owners = new ArrayList<>();
        for (BlobUse one : use.use()) {
            if (caller.mayTouch(one.owner())) {
                Long uploads = unnamed.remove(one.owner());
                owners.add(new StorageReport.Share(one, uploads == null ? 0 : uploads));
            }
        }
        unnamed.forEach((owner, uploads) -> owners.add(new StorageReport.Share(new BlobUse(owner, 0, 0, 0), uploads)));
        owners.sort(Comparator.comparing(share -> share.use().owner()));
        Settings settings = house.latest().settings();
        StorageReport report = new StorageReport(
                caller.admin() ? whole() : null,
                new StorageReport.Quotas(limit(settings, Setting.QUOTA_OWNER), limit(settings, Setting.QUOTA_TOTAL)),
                owners);
        exchange.json(200, Json.write(report, StorageJson::writeReport));
    }

    private StorageReport.Whole whole() throws StoreException, IOException {
        BlobStore.Tally tally = use.tally();
        BlobStore.Disk disk = blobs.disk();
        return new StorageReport.Whole(
                new StorageReport.Database(
                        house.snapshots().kind(), house.snapshots().bytes()),
                new StorageReport.Blobs(tally.count(), tally.bytes(), room.unnamed()),
                new StorageReport.Disk(disk.free(), disk.total()));
    }

    private static @Nullable Long limit(Settings settings, Setting quota) {
        return settings.limitedSize(quota).map(MemorySize::bytes).orElse(null);
    }

    /** Waits for the disk; what does not fit into one call's time is left to the next. */
    void sweep(Exchange exchange) {
        exchange.body(SMALL, content -> {
            SweepRequest request =
                    content.length == 0 ? new SweepRequest(null) : exchange.read(content, StorageJson::readSweep);
            exchange.about("content that no job names");
            exchange.work(() -> {
                SweepResult swept = house.janitor().tidy(Optional.ofNullable(request.grace()));
                use.swept();
                room.changed();
                exchange.json(200, Json.write(swept, StorageJson::writeSwept));
            });
        });
    }

    void beginBackup(Exchange exchange) throws StoreException, IOException {
        Optional<String> trouble = house.warnings().trouble();
        if (trouble.isPresent()) {
            throw new Refused(FrontProblems.unavailable(trouble.get()));
        }
        Optional<String> missing = house.janitor().missingFiles();
        if (missing.isPresent() && blobs.tally().count() == 0) {
            throw new Refused(FrontProblems.unavailable(
                    missing.get() + ", and no other file is there; put back its folder 'blobs' first"));
        }
        BackupTicket ticket;
        try {
            ticket = house.backups().begin();
        } catch (StoreException | IOException failed) {
            long size = house.snapshots().bytes() - house.snapshots().spare();
            if (size > blobs.disk().free()) {
                throw new Refused(FrontProblems.noRoomForCopy(new MemorySize(size)));
            }
            throw failed;
        }
        exchange.about("backup " + ticket.id());
        exchange.json(201, Json.write(ticket, StorageJson::writeTicket));
    }

    void backedUpDatabase(Exchange exchange) throws StoreException, IOException {
        FileChannel channel = FileChannel.open(copy(exchange), StandardOpenOption.READ);
        exchange.setHeader("Content-Type", "application/octet-stream");
        exchange.copy(200, channel.size(), Content.Source.from(exchange.buffers(), channel, 0, channel.size()));
    }

    void backedUpBlobs(Exchange exchange) throws StoreException, IOException {
        copy(exchange);
        int shelf = Parameters.count(exchange, "from", 0);
        List<BlobPage.Row> rows = new ArrayList<>();
        while (shelf < BlobStore.SHELVES && rows.size() < MOST_BLOBS) {
            blobs.shelf(shelf).forEach(blob -> rows.add(new BlobPage.Row(blob.hash(), blob.size())));
            shelf++;
        }
        BlobPage page = new BlobPage(rows, shelf < BlobStore.SHELVES ? shelf : 0);
        if (shelf == BlobStore.SHELVES) {
            house.backups().listed();
        }
        exchange.json(200, Json.write(page, StorageJson::writeBlobs));
    }

    void endBackup(Exchange exchange) throws StoreException, IOException {
        copy(exchange);
        exchange.about("backup " + exchange.parameter("id"));
        house.backups().giveBack();
        exchange.empty(204);
    }

    private Path copy(Exchange exchange) throws Refused {
        String id = exchange.parameter("id");
        return house.backups().find(id).orElseThrow(() -> new Refused(ShellProblems.unknownBackup(id)));
    }
}
