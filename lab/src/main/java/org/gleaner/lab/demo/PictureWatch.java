package org.gleaner.lab.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.OutputPage.OutputRow;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.terminal.console.CliFailure;

/**
 * Looks at the picture's job again and again, fetches each tile as it appears and shows the whole. It remembers what
 * each tile was when it was first seen. Confined to one thread.
 */
final class PictureWatch {
    private final UserCalls calls;
    private final JobId job;
    private final Screen screen;
    private final Path home;
    private final Board board;
    private final Mosaic mosaic = new Mosaic();
    private final Map<Integer, BlobHash> firstSeen = new TreeMap<>();
    private Sighting seen = Sighting.NONE;
    private long heardAt = System.nanoTime();
    private long plainLineAt = System.nanoTime();

    PictureWatch(UserCalls calls, JobId job, Screen screen, Path home) {
        this.calls = calls;
        this.job = job;
        this.screen = screen;
        this.home = home;
        this.board = new Board(screen.ink());
    }

    /** The content of each tile when it was first seen done. */
    Map<Integer, BlobHash> firstSeen() {
        return new TreeMap<>(firstSeen);
    }

    /** Shows how it goes on until this has come. */
    Sighting until(Duration longest, Predicate<Sighting> come) throws CliFailure, IOException, InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (System.nanoTime() < end) {
            look();
            if (!seen.away() && come.test(seen)) {
                return seen;
            }
            Broken.unless(
                    System.nanoTime() - heardAt < DemoPlan.PATIENCE.toNanos(),
                    "The server does not answer.",
                    "It has been silent for " + DemoPlan.PATIENCE.toSeconds() + " s.",
                    home);
            TimeUnit.MILLISECONDS.sleep(DemoPlan.LOOK_EVERY.toMillis());
        }
        throw Broken.promise(
                "The picture makes no progress.",
                "After " + longest.toSeconds() + " s: " + Board.text(seen) + ".",
                home);
    }

    /** Shows what is to be seen for so long, with or without a server. */
    void during(Duration time) throws CliFailure, IOException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            look();
            TimeUnit.MILLISECONDS.sleep(DemoPlan.LOOK_EVERY.toMillis());
        }
    }

    private void look() throws CliFailure, IOException {
        if (calls.tasks(job, 1, Mosaic.TILES, null) instanceof Answer.Success<TaskPage> page) {
            seen = Sighting.of(page.value().tasks());
            heardAt = System.nanoTime();
            for (int task : seen.in(TaskState.DONE)) {
                if (!firstSeen.containsKey(task)) {
                    fetch(task);
                }
            }
        } else {
            seen = seen.withServerAway();
        }
        show();
    }

    private void show() {
        if (screen.draws()) {
            screen.draw(board.lines(seen, mosaic));
        } else if (System.nanoTime() - plainLineAt > DemoPlan.PLAIN_LINE_EVERY.toNanos()) {
            screen.line("  " + Board.text(seen));
            plainLineAt = System.nanoTime();
        }
    }

    /** A server that is away just now is asked again at the next look. */
    private void fetch(int task) throws CliFailure, IOException {
        if (!(calls.outputs(new TaskId(job, task), 0) instanceof Answer.Success<OutputPage> page)) {
            return;
        }
        for (OutputRow row : page.value().outputs()) {
            ResultFile file = row.file();
            byte[] content = file.path().equals(PictureChapter.TILE_FILE) ? content(file) : new byte[0];
            if (content.length > 0) {
                mosaic.put(task, Tile.parse(content));
                firstSeen.put(task, file.hash());
            }
        }
    }

    private byte[] content(ResultFile file) throws IOException {
        if (file.inline() != null) {
            return Content.inlineBytes(file);
        }
        Path temporary = home.resolve("tile.part");
        boolean there = calls.download(file.hash(), file.size(), temporary) instanceof Answer.Success<Long>;
        return there ? Files.readAllBytes(temporary) : new byte[0];
    }
}
