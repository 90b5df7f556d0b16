package org.gleaner.client.file;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.jspecify.annotations.Nullable;

/** Notes of submissions in {@code GLEANER_HOME/submissions/}, one file per job, readable by their owner only. */
public final class SubmissionNotes {
    /** Beyond this the oldest go: a note is a convenience, not a record. */
    private static final int MOST = 1000;

    /** In bytes; a note of a million files is smaller. */
    private static final long LARGEST = 256 << 20;

    private final Path directory;
    private final String prefix;

    public SubmissionNotes(Path home, URI server) {
        this.directory = home.resolve("submissions");
        StringBuilder name = new StringBuilder();
        String authority = String.valueOf(server.getAuthority());
        for (int i = 0; i < authority.length(); i++) {
            char c = authority.charAt(i);
            name.append(Character.isLetterOrDigit(c) || c == '.' || c == '-' ? c : '_');
        }
        this.prefix = name + "-";
    }

    public void save(SubmissionNote note) throws IOException {
        PrivateFile.createDirectory(directory);
        Path fresh = directory.resolve(prefix + note.job() + ".new");
        Files.deleteIfExists(fresh);
        Files.write(PrivateFile.create(fresh), Json.write(note, SubmissionNote::write));
        Files.move(fresh, file(note.job()), StandardCopyOption.REPLACE_EXISTING);
        forgetOldest();
    }

    /** The note of this job; null if there is none, or if it is about another job that had the same number. */
    public @Nullable SubmissionNote find(JobId job, JobSpec spec) throws IOException {
        Path file = file(job);
        SubmissionNote note;
        try {
            // A pipe or a device would never end.
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return null;
            }
            note = Json.read(Files.readAllBytes(file), SubmissionNote::read);
        } catch (NoSuchFileException | BadMessage none) {
            return null;
        }
        List<String> noted = new ArrayList<>();
        for (SubmissionNote.Line line : note.inputs()) {
            noted.add(line.file().path() + " " + line.hash());
        }
        List<String> known = new ArrayList<>();
        for (InputFile input : spec.inputs()) {
            known.add(input.path() + " " + input.hash());
        }
        boolean sameEach = note.each().isEmpty() || note.each().size() == spec.tasks();
        return noted.equals(known) && sameEach ? note : null;
    }

    private Path file(JobId job) {
        return directory.resolve(prefix + job + ".json");
    }

    private void forgetOldest() throws IOException {
        List<Path> notes = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
            files.forEach(notes::add);
        }
        if (notes.size() <= MOST) {
            return;
        }
        Path oldest = null;
        FileTime since = null;
        for (Path note : notes) {
            FileTime written = written(note);
            if (written != null && (since == null || written.compareTo(since) < 0)) {
                oldest = note;
                since = written;
            }
        }
        if (oldest != null) {
            Files.deleteIfExists(oldest);
        }
    }

    /** Null if it is gone: whoever submits at the same moment forgets the oldest, too. */
    private static @Nullable FileTime written(Path note) throws IOException {
        try {
            return Files.getLastModifiedTime(note);
        } catch (NoSuchFileException gone) {
            return null;
        }
    }
}
