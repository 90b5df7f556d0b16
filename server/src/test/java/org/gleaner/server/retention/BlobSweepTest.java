package org.gleaner.server.retention;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.core.store.StoreSamples;
import org.gleaner.server.blob.BlobLimits;
import org.gleaner.server.blob.BlobStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlobSweepTest {
    private static final Duration BUDGET = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private Instant now = Instant.now();
    private long nanos = 42;
    private boolean certain = true;
    private final InMemoryStore store = new InMemoryStore();
    private BlobStore blobs;
    private BlobSweep sweep;

    @BeforeEach
    void open() throws IOException {
        blobs = BlobStore.open(directory, BlobLimits.DEFAULT, () -> now, () -> nanos);
        sweep = new BlobSweep(blobs, store, () -> certain);
    }

    private BlobHash upload(String text) throws IOException, NoSuchAlgorithmException {
        byte[] content = text.getBytes(UTF_8);
        BlobHash hash = new BlobHash(
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        blobs.receive(hash, "somebody", 0, new ByteArrayInputStream(content));
        return hash;
    }

    @Test
    void content_that_no_job_names_goes_after_the_grace() throws Exception {
        BlobHash hash = upload("unnamed");

        assertThat(sweep.run(Duration.ofHours(1), BUDGET)).isEqualTo(new BlobSweep.Content(0, 0, false));
        assertThat(blobs.has(hash)).isTrue();
        now = now.plus(Duration.ofHours(2));
        assertThat(sweep.run(Duration.ofHours(1), BUDGET)).isEqualTo(new BlobSweep.Content(1, 7, false));
        assertThat(blobs.has(hash)).isFalse();
    }

    @Test
    void content_that_somebody_asked_for_lately_is_young_again() throws Exception {
        BlobHash hash = upload("wanted");
        now = now.plus(Duration.ofHours(2));
        blobs.touch(hash);

        assertThat(sweep.run(Duration.ofHours(1), BUDGET).removed()).isZero();
    }

    @Test
    void content_stays_while_a_job_names_it_and_goes_when_the_job_is_deleted() throws Exception {
        BlobHash hash = upload("named");
        store.write(List.of(StoreSamples.submitted(
                1, StoreSamples.plainSpec().withInputs(List.of(new InputFile("a", hash, 5, false))))));

        assertThat(sweep.run(Duration.ZERO, BUDGET).removed()).isZero();
        store.write(List.of(new GridEvent.JobDeleted(new JobId(1), StoreSamples.ADA)));
        assertThat(sweep.run(Duration.ZERO, BUDGET).removed()).isEqualTo(1);
    }

    @Test
    void content_that_a_command_is_about_to_name_stays() throws Exception {
        BlobHash hash = upload("pinned");
        assertThat(blobs.pins().pin(List.of(hash))).isEmpty();

        assertThat(sweep.run(Duration.ZERO, BUDGET).removed()).isZero();
        blobs.pins().unpin(List.of(hash));
        assertThat(sweep.run(Duration.ZERO, BUDGET).removed()).isEqualTo(1);
    }

    @Test
    void content_that_is_being_deleted_counts_as_gone() throws Exception {
        BlobHash hash = upload("doomed");
        assertThat(blobs.pins().doom(List.of(hash))).containsExactly(hash);

        assertThat(blobs.pins().pin(List.of(hash))).containsExactly(hash);
        blobs.pins().spare(List.of(hash));
        assertThat(blobs.pins().pin(List.of(hash))).isEmpty();
    }

    @Test
    void nothing_goes_while_the_outcome_of_a_transaction_is_unknown() throws Exception {
        upload("unsure");
        certain = false;

        assertThat(sweep.run(Duration.ZERO, BUDGET).removed()).isZero();
    }

    @Test
    void nothing_goes_while_a_backup_copies_everything() throws Exception {
        upload("copied");
        blobs.pins().hold(Duration.ofMinutes(5));

        assertThat(sweep.run(Duration.ZERO, BUDGET)).isEqualTo(new BlobSweep.Content(0, 0, true));
        nanos += Duration.ofMinutes(6).toNanos();
        assertThat(sweep.run(Duration.ZERO, BUDGET).removed()).isEqualTo(1);
    }

    @Test
    void a_backup_that_was_given_up_holds_nothing_longer_because_somebody_set_the_clock_back() throws Exception {
        upload("copied");
        blobs.pins().hold(Duration.ofMinutes(5));

        now = now.minus(Duration.ofHours(1));
        nanos += Duration.ofMinutes(6).toNanos();

        assertThat(sweep.run(Duration.ZERO, BUDGET).removed()).isEqualTo(1);
    }
}
