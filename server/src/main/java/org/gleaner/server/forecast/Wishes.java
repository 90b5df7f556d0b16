package org.gleaner.server.forecast;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.gleaner.core.grid.Settings;
import org.jspecify.annotations.Nullable;

/**
 * By which rule all work is to be given out, and whether what was chosen for that is still what is wanted. What
 * somebody wants for their own jobs alone is not part of it: else anybody could take everybody's forecasts away. Told
 * by one thread, asked by any.
 */
final class Wishes {
    private List<String> wanted = Settings.DEFAULT.rule();
    /** What was chosen when somebody wanted something else; null: nothing was. */
    private volatile @Nullable Map<String, String> superseded;

    /**
     * Whether something else is wanted than before.
     *
     * @param chosen what was chosen last: it was for what was wanted before
     */
    boolean change(Settings settings, Map<String, String> chosen) {
        List<String> now = settings.rule();
        if (now.equals(wanted)) {
            return false;
        }
        wanted = now;
        superseded = chosen;
        return true;
    }

    /**
     * By which settings work is given out other than people say: until something is chosen for what they want now, by
     * none, as the loop does. That it is the very same choice matters, not that it says the same.
     */
    @SuppressWarnings("ReferenceEquality")
    Map<String, String> inForce(Map<String, String> chosen) {
        return chosen == superseded ? Collections.emptyMap() : chosen;
    }
}
