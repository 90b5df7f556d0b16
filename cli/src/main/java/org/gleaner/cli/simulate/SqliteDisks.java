package org.gleaner.cli.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.gleaner.server.store.SqlStore;
import org.gleaner.server.store.StoreUnusable;
import org.gleaner.simulator.faults.Disk;
import org.gleaner.simulator.faults.FaultCampaign;

/** Real databases for simulated servers, each in a temporary folder of its own. */
public final class SqliteDisks implements FaultCampaign.Disks {
    private final Path parent;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<Disk, Path> folders = new ConcurrentHashMap<>();

    /** @param parent where the folders are made; must exist */
    public SqliteDisks(Path parent) {
        this.parent = parent;
    }

    @Override
    public Disk open() {
        try {
            Path folder = Files.createDirectories(parent.resolve("world-" + count.incrementAndGet()));
            SqlStore store = SqlStore.open(folder);
            Disk disk = new Disk(store, store.history());
            folders.put(disk, folder);
            return disk;
        } catch (StoreUnusable e) {
            throw new UncheckedIOException(new IOException("the database of a simulated server can't be opened", e));
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for a simulated server", e);
        }
    }

    @Override
    public void clear(Disk disk) {
        if (disk.store() instanceof SqlStore store) {
            store.close();
        }
        Path folder = folders.remove(disk);
        if (folder == null) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path one : deepestFirst) {
                Files.deleteIfExists(one);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of a simulated server can't be removed", e);
        }
    }
}
