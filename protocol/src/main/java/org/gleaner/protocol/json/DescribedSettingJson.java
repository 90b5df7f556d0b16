package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.gleaner.core.grid.AllowedValues;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;

/** Settings with what each means and may be, for who lets people choose. */
public final class DescribedSettingJson {
    private DescribedSettingJson() {}

    /** @param meaning of each in one line */
    public static JsonWriter<Reply.Settings> writer(Function<Setting, String> meaning) {
        return (out, settings) -> write(out, settings, meaning);
    }

    private static void write(JsonGenerator out, Reply.Settings settings, Function<Setting, String> meaning)
            throws IOException {
        StatusJson.start(out);
        Members.objects(out, "settings", List.of(Setting.values()), (json, setting) -> {
            AllowedValues allowed = setting.allowed();
            json.writeStringField("name", setting.word());
            json.writeStringField("value", settings.values().getOrDefault(setting.word(), setting.preset()));
            json.writeStringField("default", setting.preset());
            json.writeStringField("meaning", meaning.apply(setting));
            json.writeStringField("form", allowed.form().word());
            Members.textIfAny(json, "unit", allowed.form().unit());
            Members.textIfAny(json, "pattern", allowed.form().pattern());
            Members.list(json, "words", allowed.words(), JsonGenerator::writeString);
            Members.textIfAny(json, "least", allowed.least());
            Members.textIfAny(json, "most", allowed.most());
        });
        out.writeEndObject();
    }
}
