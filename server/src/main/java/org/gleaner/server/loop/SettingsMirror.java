package org.gleaner.server.loop;

import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Settings;

/** The settings in force, for those who work beside the loop. Thread-safe. */
public final class SettingsMirror implements BatchListener {
    private volatile Settings settings = Settings.DEFAULT;

    public Settings settings() {
        return settings;
    }

    @Override
    public void done(Batch batch) {
        batch.settings().ifPresent(loaded -> settings = loaded);
        for (GridEvent.Hard event : batch.result().events()) {
            if (event instanceof GridEvent.SettingChanged changed) {
                settings = settings.with(changed.name(), changed.value());
            }
        }
    }
}
