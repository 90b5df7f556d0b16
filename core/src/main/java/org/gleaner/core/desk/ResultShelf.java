package org.gleaner.core.desk;

import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;

/** The content of results, as far as the desk must see to it. Thread-safe. */
public interface ResultShelf {
    /** Takes one file after the other. */
    @FunctionalInterface
    interface Visitor {
        void visit(ResultFile file) throws StoreException;
    }

    /** The files of a list of outputs, which is a blob; false if it is not there. */
    boolean each(ResultFile list, Visitor visitor) throws StoreException;

    /** Begins to hold blobs. */
    Hold hold();

    /** Blobs that stay until they are named, or nobody wants to name them any more. Confined to one errand. */
    interface Hold {
        /** Nothing is to be kept, as somebody only looks. */
        Hold LOOKING = new Hold() {
            @Override
            public void keep(ResultFile small) {}

            @Override
            public void settle() {}

            @Override
            public boolean take(BlobHash blob) {
                return true;
            }

            @Override
            public void release() {}
        };

        /** Begins to make a blob of small content that is kept with its result alone. */
        void keep(ResultFile small) throws StoreException;

        /** All blobs that were begun are on disk afterwards. */
        void settle() throws StoreException;

        /** Whether the blob is there; then it stays. */
        boolean take(BlobHash blob);

        /** To be called once, or more often. */
        void release();
    }
}
