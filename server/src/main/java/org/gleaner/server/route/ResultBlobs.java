package org.gleaner.server.route;

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
import org.gleaner.server.blob.SmallBlobs;

/** Makes files of results such that nodes can fetch them as inputs. Thread-safe. */
record ResultBlobs(BlobStore blobs, ListedOutputs lists) implements ResultShelf {
    @Override
    public boolean each(ResultFile list, Visitor visitor) throws StoreException {
        try {
            if (blobs.doubts().size(list.hash(), list.size()).isEmpty()) {
                return false;
            }
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
        private final SmallBlobs small;
        private final List<BlobHash> held = new ArrayList<>();

        Pinned(BlobStore blobs) {
            this.blobs = blobs;
            this.small = blobs.small();
        }

        @Override
        public void keep(ResultFile file) throws StoreException {
            String inline = file.inline();
            boolean going = !blobs.pins().pin(List.of(file.hash())).isEmpty();
            held.add(file.hash());
            if (going) {
                throw new StoreException("the blob " + file.hash() + " is being removed at this moment");
            }
            if (inline == null || blobs.has(file.hash())) {
                return;
            }
            try {
                small.add(file.hash(), Base64.getDecoder().decode(inline.getBytes(StandardCharsets.ISO_8859_1)));
            } catch (IOException e) {
                throw new StoreException("the file " + file.path() + " of a result can't be kept as a blob", e);
            }
        }

        @Override
        public void settle() throws StoreException {
            try {
                small.keep();
            } catch (IOException e) {
                throw new StoreException("files of results can't be kept as blobs", e);
            }
        }

        @Override
        public boolean take(BlobHash blob) {
            boolean going = !blobs.pins().pin(List.of(blob)).isEmpty();
            held.add(blob);
            return !going && blobs.has(blob);
        }

        @Override
        public void release() {
            small.close();
            blobs.pins().unpin(held);
            held.clear();
        }
    }
}
