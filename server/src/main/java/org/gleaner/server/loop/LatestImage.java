package org.gleaner.server.loop;

import org.gleaner.core.grid.Settings;
import org.gleaner.core.image.PoolImage;

/** The latest image of the pool, for those who work beside the loop: its numbers, and the settings. Thread-safe. */
public final class LatestImage implements BatchListener {
    private volatile PoolImage image = PoolImage.NONE;

    public PoolImage image() {
        return image;
    }

    /** Those in force. */
    public Settings settings() {
        return image.settings();
    }

    @Override
    public void done(Batch batch) {
        batch.image().ifPresent(made -> image = made);
    }
}
