package org.gleaner.server.store;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.store.StoreSamples;

/** A process that submits one job after the other and says so when each is durable, until it is killed. */
final class StoreHolder {
    private StoreHolder() {}

    public static void main(String[] arguments) throws StoreUnusable, StoreException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (SqlStore store = SqlStore.open(Path.of(arguments[0]))) {
            for (int job = 1; job < 100_000; job++) {
                store.write(List.of(StoreSamples.submitted(job, StoreSamples.spec(3))));
                out.println("stored " + job);
            }
        }
    }
}
