package org.gleaner.server.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.gleaner.core.id.BlobHash;
import org.gleaner.server.blob.BlobProblem.Kind;
import org.gleaner.server.disk.OwnerOnly;
import org.jspecify.annotations.Nullable;

/**
 * Blobs as files that are named by their hash, {@code blobs/ab/cdef…}. A file is there only when it is whole, has been
 * compared with its hash and is on disk; what has arrived of the others is in {@code blobs/partial}. Thread-safe.
 */
public final class BlobStore {
    private static final int BUFFER = 1 << 16;

    /** A refused file of up to this part of the disk shows that it is nearly full. */
    private static final int TELLING_SHARE = 10;

    private final Path root;
    private final Path partial;
    private final PartialFiles arriving;
    private final BlobDisk disk;
    private final BlobLimits limits;
    private final InstantSource clock;
    private final BlobPins pins;
    private final DoubtedBlobs doubts;
    /** Uploads that are open now, by their file; guarded by itself. */
    private final Map<Path, BlobUpload> open = new HashMap<>();

    private final Beginnings beginnings = new Beginnings();
    private final DiskWaiters waiters = new DiskWaiters();
    private long uploads;
    /** Room that the database has inside of its own file. */
    private volatile long databaseSpare;
    /** The last time that there was no room for something. */
    private volatile @Nullable Refusal refusal;

    private record Refusal(long bytes, Instant at) {}

    /** Those that are known to be on disk; guarded by itself, as are the names of whole blobs. */
    private final Set<Path> shelves = new HashSet<>();

    private BlobStore(Path root, BlobLimits limits, InstantSource clock, LongSupplier nanoTime) {
        this.root = root;
        this.partial = root.resolve("partial");
        this.arriving = new PartialFiles(partial);
        this.disk = new BlobDisk(partial, clock);
        this.limits = limits;
        this.clock = clock;
        this.pins = new BlobPins(nanoTime);
        this.doubts = new DoubtedBlobs(this, nanoTime);
    }

    /** Opens the blobs of a data directory with the usual limits. */
    public static BlobStore open(Path directory) throws IOException {
        return open(directory, BlobLimits.DEFAULT, InstantSource.system(), System::nanoTime);
    }

    /** Opens the blobs of a data directory and removes what is left of uploads that nobody continued. */
    public static BlobStore open(Path directory, BlobLimits limits, InstantSource clock, LongSupplier nanoTime)
            throws IOException {
        BlobStore store = new BlobStore(directory.resolve("blobs"), limits, clock, nanoTime);
        OwnerOnly.directories(store.partial);
        store.removeStale();
        return store;
    }

    /** Whether a data directory has a place for blobs. */
    public static boolean isIn(Path directory) {
        return Files.isDirectory(directory.resolve("blobs"));
    }

    /** Whether a data directory holds any blob. Changes nothing. */
    public static boolean holdsAny(Path directory) throws IOException {
        BlobStore store =
                new BlobStore(directory.resolve("blobs"), BlobLimits.DEFAULT, InstantSource.system(), System::nanoTime);
        for (int number = 0; number < SHELVES; number++) {
            if (!store.shelf(number).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Why none can be read or written, and what to do, as the end of a sentence about the server; empty: they can. */
    public Optional<String> trouble() {
        return disk.trouble();
    }

    /** Whatever is asked for of blobs that are all away, nobody is told that one of them is unknown. */
    private void checkThere() throws BlobProblem {
        Optional<String> trouble = disk.away();
        if (trouble.isPresent()) {
            throw new BlobProblem(Kind.UNUSABLE, trouble.get(), 0);
        }
    }

    /** Why the disk refused a file lately although it has room, and what to check; empty: it takes files. */
    public Optional<String> refusal() {
        return disk.refusal();
    }

    BlobDisk blobDisk() {
        return disk;
    }

    public boolean has(BlobHash hash) {
        return Files.exists(file(hash));
    }

    /** The size of a blob that is there. */
    public OptionalLong size(BlobHash hash) throws IOException {
        try {
            return OptionalLong.of(Files.size(file(hash)));
        } catch (NoSuchFileException e) {
            checkThere();
            return OptionalLong.empty();
        }
    }

    /** Opens a blob for reading from this offset, which may be its end. */
    public FileChannel open(BlobHash hash, long offset) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(file(hash), StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            checkThere();
            throw new BlobProblem(Kind.UNKNOWN, "there is no blob " + hash, 0);
        }
        long size = channel.size();
        if (offset < 0 || offset > size) {
            channel.close();
            throw new BlobProblem(Kind.WRONG_OFFSET, "the blob has " + size + " bytes", size);
        }
        return channel.position(offset);
    }

    /** How much of an upload that broke is here: where its uploader may go on. */
    public long received(BlobHash hash, String uploader) throws IOException {
        try {
            return Files.size(arriving.file(hash.hex(), uploader));
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /**
     * Begins an upload, or continues one of the same uploader where it broke. The same content may be uploaded several
     * times at once; offset 0 always begins anew.
     *
     * @param uploader anything that tells uploaders apart, so that nobody continues another's upload
     */
    public BlobUpload append(BlobHash hash, String uploader, long offset) throws IOException {
        checkSpace();
        Path usual = arriving.file(hash.hex(), uploader);
        if (offset > 0) {
            takeOver(usual);
        }
        BlobUpload upload;
        synchronized (open) {
            boolean free = !open.containsKey(usual);
            if (!free && offset > 0) {
                throw new BlobProblem(Kind.TAKEN_OVER, "another call has taken over the upload", offset);
            }
            Path file = free ? usual : partial.resolve(usual.getFileName() + "." + uploads++);
            upload = BlobUpload.begin(this, hash, file, free);
            open.put(file, upload);
        }
        // Outside of the lock, as it reads all that has arrived before.
        upload.continueAt(offset);
        return upload;
    }

    /** If one is open its connection has broken without our noticing: the uploader itself goes on. */
    void takeOver(Path file) throws IOException {
        BlobUpload other;
        synchronized (open) {
            other = open.get(file);
        }
        if (other != null) {
            other.takeOver();
        }
    }

    /** Continues one whose name nobody knows before it is whole; its file is there. */
    BlobUpload appendNameless(Path file, long offset, long size) throws IOException {
        checkSpace();
        takeOver(file);
        BlobUpload upload;
        synchronized (open) {
            if (open.containsKey(file)) {
                throw new BlobProblem(Kind.TAKEN_OVER, "another call has taken over the upload", offset);
            }
            if (!Files.exists(file)) {
                throw new BlobProblem(Kind.UNKNOWN, "there is no such upload", 0);
            }
            upload = BlobUpload.begin(this, null, file, true);
            open.put(file, upload);
        }
        upload.continueAt(offset);
        return announced(upload, size);
    }

    /**
     * The same of an upload that says how long the blob will be. One that can't fit the disk is refused before it
     * comes.
     *
     * @param size negative: it does not say so
     */
    public BlobUpload append(BlobHash hash, String uploader, long offset, long size) throws IOException {
        return announced(append(hash, uploader, offset), size);
    }

    private BlobUpload announced(BlobUpload upload, long size) throws IOException {
        boolean fits = false;
        try {
            upload.announce(size);
            checkSpace(expected(""));
            fits = true;
            return upload;
        } finally {
            if (!fits) {
                upload.close();
            }
        }
    }

    /**
     * Bytes that uploads take which are not whole: those that are here, of broken ones as well, and those that are
     * still to come to open ones.
     *
     * @param uploader whose uploads are meant; empty: everybody's
     */
    public long arriving(String uploader) throws IOException {
        long here = 0;
        for (Path file : arriving.of(uploader)) {
            here += facts(file).map(BasicFileAttributes::size).orElse(0L);
        }
        return here + expected(uploader);
    }

    private long expected(String uploader) {
        List<BlobUpload> uploading = new ArrayList<>();
        synchronized (open) {
            open.forEach((file, upload) -> {
                if (PartialFiles.isOf(file, uploader)) {
                    uploading.add(upload);
                }
            });
        }
        return uploading.stream().mapToLong(BlobUpload::expected).sum();
    }

    /** Stores all of a stream as a blob or as the rest of one; the value is the size of the whole blob. */
    public long receive(BlobHash hash, String uploader, long offset, InputStream content) throws IOException {
        try (BlobUpload upload = append(hash, uploader, offset)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                upload.write(ByteBuffer.wrap(buffer, 0, read));
            }
            return upload.finish();
        }
    }

    /** Begins to take many small ones. */
    public SmallBlobs small() {
        return new SmallBlobs(this);
    }

    DiskWaiters waiters() {
        return waiters;
    }

    /** A file for a blob that nobody continues. */
    Path unfinished(BlobHash hash) {
        synchronized (open) {
            return partial.resolve(hash.hex() + "." + uploads++);
        }
    }

    /** A new file beside those that arrive; it is gone when it is closed. */
    public FileChannel scratch() throws IOException {
        Path file;
        synchronized (open) {
            file = partial.resolve("scratch." + uploads++);
        }
        return OwnerOnly.open(
                file,
                // One that a killed server left.
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
    }

    /** A blob that is there. */
    public record Kept(BlobHash hash, long size, Instant since) {}

    /** How many shelves there are; every blob lies in one of them. */
    public static final int SHELVES = 256;

    /** The blobs of one shelf. What comes or goes meanwhile may be in it or not. */
    public List<Kept> shelf(int number) throws IOException {
        String name = String.format(Locale.ROOT, "%02x", number);
        List<Kept> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(root.resolve(name))) {
            for (Path file : files) {
                String hex = name + file.getFileName();
                Optional<BasicFileAttributes> facts = BlobHash.isHash(hex) ? facts(file) : Optional.empty();
                facts.ifPresent(known -> found.add(new Kept(
                        new BlobHash(hex),
                        known.size(),
                        known.lastModifiedTime().toInstant())));
            }
        } catch (NoSuchFileException e) {
            // No blob begins like this yet.
            return found;
        }
        return found;
    }

    /** Nothing of a file that has gone since it was listed. */
    private static Optional<BasicFileAttributes> facts(Path file) throws IOException {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    /** Blobs on disk. */
    public record Tally(long count, long bytes) {}

    /** All that lie on the shelves; takes a while where there are many. */
    public Tally tally() throws IOException {
        long count = 0;
        long bytes = 0;
        for (int number = 0; number < SHELVES; number++) {
            for (Kept blob : shelf(number)) {
                count++;
                bytes += blob.size();
            }
        }
        return new Tally(count, bytes);
    }

    /** Somebody counts on this blob: it is as young as if it had just come. */
    public void touch(BlobHash hash) throws IOException {
        try {
            Files.setLastModifiedTime(file(hash), FileTime.from(clock.instant()));
        } catch (NoSuchFileException e) {
            throw new BlobProblem(Kind.UNKNOWN, "there is no blob " + hash, 0);
        }
    }

    /** Since when somebody counts on this blob, by the clock of whoever said so last; empty: it is not there. */
    public Optional<Instant> since(BlobHash hash) throws IOException {
        return facts(file(hash)).map(known -> known.lastModifiedTime().toInstant());
    }

    /** Deletes a blob. Only for whoever has doomed it. */
    public void delete(BlobHash hash) throws IOException {
        Files.deleteIfExists(file(hash));
    }

    public BlobPins pins() {
        return pins;
    }

    public DoubtedBlobs doubts() {
        return doubts;
    }

    Optional<BasicFileAttributes> attributes(BlobHash hash) throws IOException {
        return facts(file(hash));
    }

    /** Takes a blob's file away, and keeps it; false if it is another one by now. */
    boolean setAside(BlobHash hash, @Nullable Object fileKey) throws IOException {
        Path damaged = root.resolve("damaged");
        OwnerOnly.directories(damaged);
        synchronized (shelves) {
            Optional<BasicFileAttributes> now = attributes(hash);
            if (now.isEmpty() || !Objects.equals(now.get().fileKey(), fileKey)) {
                return false;
            }
            Files.move(file(hash), damaged.resolve(hash.hex() + "-" + clock.millis()));
            return true;
        }
    }

    public Instant now() {
        return clock.instant();
    }

    /** Bytes of its disk that are free, and that there are. */
    public record Disk(long free, long total) {}

    public Disk disk() throws IOException {
        FileStore all = Files.getFileStore(root);
        return new Disk(all.getUsableSpace(), all.getTotalSpace());
    }

    /** Removes the beginnings of uploads that nobody has continued for long. */
    public void removeStale() throws IOException {
        Instant before = clock.instant().minus(limits.patience());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(partial)) {
            for (Path file : files) {
                synchronized (open) {
                    Optional<BasicFileAttributes> facts = facts(file);
                    boolean old = facts.isPresent()
                            && facts.get().lastModifiedTime().toInstant().isBefore(before);
                    if (old && !open.containsKey(file)) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        }
    }

    /** What blobs leave free of the disk, in bytes. */
    public long reserve() {
        return Math.max(0, limits.reserve() - databaseSpare);
    }

    /** The reserve is the database's; a file that does not shrink when rows are deleted has some of it inside. */
    public void databaseHas(long spare) {
        databaseSpare = spare;
    }

    /** How many bytes do not fit: 0 if nothing more is taken, else what was refused lately; empty if all fits. */
    public OptionalLong shortage() throws IOException {
        Refusal last = refusal;
        long wanted = last != null && disk.isRecent(last.at()) && fits(0) ? last.bytes() : 0;
        return fits(wanted) ? OptionalLong.empty() : OptionalLong.of(wanted);
    }

    private boolean fits(long more) throws IOException {
        checkThere();
        return Files.getFileStore(partial).getUsableSpace() - reserve() >= more;
    }

    /** Refuses to go on when blobs would take what is reserved for the rest of the server. */
    void checkSpace() throws IOException {
        checkSpace(0);
    }

    /** The same of a blob of which so many bytes have come: when these are gone, it has no more room than before. */
    void checkSpaceFor(long received) throws IOException {
        if (!fits(0)) {
            refusal = new Refusal(received, clock.instant());
            throw full();
        }
    }

    /** The same before so many more bytes come. */
    public void checkSpace(long more) throws IOException {
        if (!fits(more)) {
            // What would fill a good part of any disk says nothing about this one.
            refusal = more <= disk().total() / TELLING_SHARE ? new Refusal(more, clock.instant()) : refusal;
            throw full();
        }
    }

    private static BlobProblem full() {
        return new BlobProblem(Kind.NOT_STORED, "the server's disk is full", 0);
    }

    void closed(Path file, BlobUpload upload) {
        synchronized (open) {
            open.remove(file, upload);
        }
    }

    /** Gives a file that is whole and on disk its name, for good. */
    void keep(Path file, BlobHash hash) throws IOException {
        keepAll(Map.of(hash, file));
    }

    /** The same of several at once. */
    void keepAll(Map<BlobHash, Path> files) throws IOException {
        Set<Path> directories = new HashSet<>();
        for (Map.Entry<BlobHash, Path> one : files.entrySet()) {
            Path target = file(one.getKey());
            Path directory = parent(target);
            makeShelf(directory);
            synchronized (shelves) {
                Files.move(one.getValue(), target, StandardCopyOption.ATOMIC_MOVE);
            }
            directories.add(directory);
        }
        waiters.all(directories, BlobStore::sync);
    }

    /** Nobody goes on before it is on disk, even if another upload or an earlier run of the server has made it. */
    private void makeShelf(Path directory) throws IOException {
        synchronized (shelves) {
            if (!shelves.contains(directory)) {
                OwnerOnly.directories(directory);
                sync(root);
                shelves.add(directory);
            }
        }
    }

    /** A new name is on disk only when its directory is. */
    private static void sync(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException e) {
            // Not every system lets a program open a directory; those that don't keep names by themselves.
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }

    private Path file(BlobHash hash) {
        String hex = hash.hex();
        return root.resolve(hex.substring(0, 2)).resolve(hex.substring(2));
    }

    private static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalStateException("a blob's file has no directory: " + file);
        }
        return parent;
    }

    PartialFiles arriving() {
        return arriving;
    }

    /** Throws away what has arrived of what this uploader has not finished. */
    public void abandon(String uploader) throws IOException {
        for (Path file : arriving.of(uploader)) {
            takeOver(file);
            Files.deleteIfExists(file);
        }
    }

    Beginnings beginnings() {
        return beginnings;
    }
}
