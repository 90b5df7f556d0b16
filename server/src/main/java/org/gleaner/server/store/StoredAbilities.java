package org.gleaner.server.store;

import java.io.IOException;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.node.Abilities;

/** What a node can do, as it is stored. */
final class StoredAbilities {
    private StoredAbilities() {}

    static String write(Abilities abilities) throws StoreException {
        try {
            return StoredJson.text(json -> {
                StoredSpec.writeRuntimes(json, abilities.runtimes());
                StoredJson.writeTexts(json, "tags", abilities.tags());
                StoredJson.writeTexts(json, "types", abilities.types());
                StoredJson.writeTexts(json, "enforced", abilities.enforced());
                StoredJson.writeTexts(json, "provides", abilities.provides().texts());
            });
        } catch (IOException e) {
            throw new StoreException("the abilities of a node can't be written as JSON", e);
        }
    }

    static Abilities read(String text) throws StoreException {
        try {
            StoredJson json = StoredJson.parse(text);
            return new Abilities(
                    StoredSpec.readRuntimes(json),
                    json.texts("tags"),
                    json.texts("types"),
                    json.texts("enforced"),
                    Amounts.parse(json.texts("provides")));
        } catch (IOException | IllegalArgumentException e) {
            throw new StoreException("the stored abilities of a node can't be read: " + e.getMessage(), e);
        }
    }
}
