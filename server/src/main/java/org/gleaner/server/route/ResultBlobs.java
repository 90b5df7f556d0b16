package org.gleaner.server.route;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.desk.ResultShelf;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.json.FileJson;
import org.gleaner.server.blob.BlobStore;

/** Makes files of results such that nodes can fetch them as inputs. Thread-safe. */
record ResultBlobs(BlobStore blobs, ListedOutputs lists) implements ResultShelf {
    /** Nobody continues the upload of another one, and no token hashes to this. */
    private static final String UPLOADER = "results";

    @Override
    public boolean each(ResultFile list, Visitor visitor) throws StoreException {
        if (!blobs.has(list.hash())) {
            return false;
        }
        try {
            lists.each(list, in -> {
                ResultFile file = FileJson.readResult(in);
                try {
                    visitor.visit(file);
                } catch (StoreException e) {
                    throw new IOException(e);
                }
            });
            return true;
        } catch (IOException e) {
            throw new StoreException("the list of outputs " + list.hash() + " can't be read", e);
        }
    }

    @Override
    public Hold hold() {
        return new Pinned(blobs);
    }

    /** Not thread-safe, as it is confined to one errand. */
    private static final class Pinned implements Hold {
        private final BlobStore blobs;
        private final List<BlobHash> held = new ArrayList<>();

        Pinned(BlobStore blobs) {
            this.blobs = blobs;
        }

        @Override
        public void keep(ResultFile small) throws StoreException {
            String inline = small.inline();
            boolean going = !blobs.pins().pin(List.of(small.hash())).isEmpty();
            held.add(small.hash());
            if (going) {
                throw new StoreException("the blob " + small.hash() + " is being removed at this moment");
            }
            if (inline == null || blobs.has(small.hash())) {
                return;
            }
            byte[] content = Base64.getDecoder().decode(inline.getBytes(StandardCharsets.ISO_8859_1));
            try {
                long unused = blobs.receive(small.hash(), UPLOADER, 0, new ByteArrayInputStream(content));
            } catch (IOException e) {
                throw new StoreException("the file " + small.path() + " of a result can't be kept as a blob", e);
            }
        }

        @Override
        public void release() {
            blobs.pins().unpin(held);
            held.clear();
        }
    }
}
