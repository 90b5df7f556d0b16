package org.gleaner.server.route;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.store.History;
import org.gleaner.server.blob.BlobStore;

/** Who may read and name which blob. */
record BlobAccess(BlobStore blobs, History history, UploadLedger uploads) {
    /** A node reads what its live attempts need, a user what its jobs name, and everybody what they sent themselves. */
    boolean mayRead(Token token, BlobHash hash) throws StoreException {
        NodeId node = token.node();
        Owner owner = token.owner();
        return token.role() == Role.ADMIN
                || uploads.contains(token, hash)
                || (node != null && history.nodeNeeds(node, hash))
                || (owner != null && history.ownerUses(owner, hash));
    }

    /** Whether its content is here, whoever may read it. */
    boolean has(BlobHash hash) throws IOException {
        return blobs.size(hash).isPresent();
    }

    /** The same of content that should be so long: of another length it is here only if it is whole. */
    boolean has(BlobHash hash, long size) throws IOException {
        return blobs.doubts().size(hash, size).isPresent();
    }

    /** Bytes of these files that the caller would still have to send to name them. */
    long absent(Token token, List<InputFile> files) throws StoreException, IOException {
        Map<BlobHash, Long> sizes = new LinkedHashMap<>();
        files.forEach(file -> sizes.put(file.hash(), file.size()));
        String who = UploadLedger.who(token);
        long absent = 0;
        for (Map.Entry<BlobHash, Long> one : sizes.entrySet()) {
            BlobHash hash = one.getKey();
            if (!has(hash) || !mayRead(token, hash) || !has(hash, one.getValue())) {
                long more = Math.max(0, one.getValue() - blobs.received(hash, who));
                // What somebody says of sizes may be anything.
                absent = Math.min(absent, Long.MAX_VALUE - more) + more;
            }
        }
        return absent;
    }

    /**
     * Claims the named blobs for a command. The caller must upload those first that are not there, or not the caller's
     * to name. To be released when the command is decided.
     *
     * @param named with the sizes that they are said to have: quotas and sums are made of these, so that they must be
     *     true
     */
    BlobClaim claim(Token token, Stream<NamedBlob> named) throws StoreException, IOException {
        List<NamedBlob> said = named.distinct().toList();
        List<BlobHash> all = said.stream().map(NamedBlob::hash).distinct().toList();
        Set<BlobHash> going = blobs.pins().pin(all);
        Set<BlobHash> missing = new LinkedHashSet<>();
        boolean well = false;
        try {
            for (NamedBlob one : said) {
                if (missing.size() == CommitAnswer.MOST_MISSING) {
                    // More are not told at once, and to look for each takes a while.
                    break;
                }
                OptionalLong size = blobs.size(one.hash());
                if (going.contains(one.hash()) || size.isEmpty() || !mayRead(token, one.hash())) {
                    missing.add(one.hash());
                } else if (!has(one.hash(), one.size())) {
                    missing.add(one.hash());
                } else if (size.getAsLong() != one.size()) {
                    throw Parameters.wrong(
                            "size", one.hash() + " has " + size.getAsLong() + " bytes, not " + one.size());
                }
            }
            well = true;
            return new BlobClaim(blobs.pins(), all, List.copyOf(missing));
        } finally {
            if (!well) {
                blobs.pins().unpin(all);
            }
        }
    }
}
