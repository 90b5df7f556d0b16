package org.gleaner.client.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.InputFile;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;

/** Reads files once each and remembers which content is where. Confined to one call. */
public final class Hasher {
    private final Map<Path, InputFile> read = new HashMap<>();
    private final Map<BlobHash, Path> sources = new LinkedHashMap<>();

    public InputFile input(LocalFile file) throws ClientFailure, IOException {
        InputFile known = read.get(file.source());
        if (known == null) {
            known = hash(file);
            read.put(file.source(), known);
            sources.putIfAbsent(known.hash(), file.source());
        }
        return new InputFile(file.path(), known.hash(), known.size(), known.executable());
    }

    /** Where content of this hash was read. */
    public @Nullable Path source(BlobHash hash) {
        return sources.get(hash);
    }

    /** All content that was read, and where. */
    Map<BlobHash, Path> sources() {
        return sources;
    }

    private static InputFile hash(LocalFile file) throws ClientFailure, IOException {
        MessageDigest sha256 = Content.sha256();
        long size;
        try (InputStream in = new DigestInputStream(Files.newInputStream(file.source()), sha256)) {
            size = in.transferTo(OutputStream.nullOutputStream());
        } catch (AccessDeniedException closed) {
            throw ClientFailure.complete(
                    "Can't read " + file.source() + ".",
                    "You have no permission to read it, so it can't be sent.",
                    "Make it readable (chmod u+r), or leave it out.");
        } catch (NoSuchFileException gone) {
            throw ClientFailure.complete(
                    "The file " + file.source() + " is missing.",
                    "It has disappeared since the job was described.",
                    "Put it back, or leave it out.");
        }
        return new InputFile(file.path(), Content.finish(sha256), size, Files.isExecutable(file.source()));
    }
}
