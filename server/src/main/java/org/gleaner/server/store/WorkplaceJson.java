package org.gleaner.server.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.job.Workplace;

/** What a task finds around it, as it is stored; a plain workplace is left out. */
final class WorkplaceJson {
    private WorkplaceJson() {}

    static void write(JsonGenerator json, Workplace workplace) throws IOException {
        if (workplace.equals(Workplace.PLAIN)) {
            return;
        }
        json.writeObjectFieldStart("workplace");
        json.writeObjectFieldStart("variables");
        for (Map.Entry<String, String> variable : workplace.variables().entrySet()) {
            json.writeStringField(variable.getKey(), variable.getValue());
        }
        json.writeEndObject();
        NeedsJson.writeText(json, "directory", workplace.directory());
        NeedsJson.writeText(json, "setup", workplace.setup());
        SpecJson.writeInputs(json, "archives", workplace.archives());
        json.writeBooleanField("network", workplace.network());
        json.writeEndObject();
    }

    static Workplace read(StoredJson spec) throws IOException {
        if (!spec.has("workplace")) {
            return Workplace.PLAIN;
        }
        StoredJson json = spec.object("workplace");
        StoredJson stored = json.object("variables");
        Map<String, String> variables = new TreeMap<>();
        for (String name : stored.names()) {
            variables.put(name, stored.text(name));
        }
        return new Workplace(
                variables,
                json.has("directory") ? json.text("directory") : null,
                json.has("setup") ? json.text("setup") : null,
                SpecJson.readInputs(json, "archives"),
                json.flag("network"));
    }
}
