package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.protocol.message.TokenRequest;

/** Settings, tokens, the sign of life, and how much of an upload has arrived. */
public final class AdminJson {
    private static final int MOST_WARNINGS = 100;

    private AdminJson() {}

    public static void writeSetting(JsonGenerator out, SettingChange change) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", change.name());
        out.writeStringField("value", change.value());
        out.writeEndObject();
    }

    public static SettingChange readSetting(JsonInput in) throws IOException {
        String name = null;
        String value = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "name" -> name = in.text(200);
                case "value" -> value = in.text(1_000);
                default -> in.skip();
            }
        }
        return new SettingChange(in.required(name, "name"), in.required(value, "value"));
    }

    public static void writeTokenRequest(JsonGenerator out, TokenRequest request) throws IOException {
        out.writeStartObject();
        out.writeStringField("role", request.role().word());
        Members.owner(out, request.owner());
        Members.textIfAny(out, "name", request.name());
        Members.millis(out, "lifetimeMs", request.lifetime());
        Members.flag(out, "takeOver", request.takeOver());
        out.writeEndObject();
    }

    public static TokenRequest readTokenRequest(JsonInput in) throws IOException {
        Role role = null;
        Owner owner = null;
        String name = "";
        Duration lifetime = null;
        boolean takeOver = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "role" -> role = in.word(Words.ROLES);
                case "owner" -> owner = new Owner(in.text());
                case "name" -> name = in.text(200);
                case "lifetimeMs" -> lifetime = in.millis();
                case "takeOver" -> takeOver = in.flag();
                default -> in.skip();
            }
        }
        return new TokenRequest(in.required(role, "role"), owner, name, lifetime, takeOver);
    }

    public static void writeIssued(JsonGenerator out, IssuedToken issued) throws IOException {
        StatusJson.start(out);
        out.writeStringField("token", issued.token());
        out.writeStringField("hash", issued.hash().hex());
        out.writeStringField("role", issued.role().word());
        Members.owner(out, issued.owner());
        out.writeEndObject();
    }

    public static IssuedToken readIssued(JsonInput in) throws IOException {
        String token = null;
        TokenHash hash = null;
        Role role = null;
        Owner owner = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "token" -> token = in.text(1_000);
                case "hash" -> hash = new TokenHash(in.text());
                case "role" -> role = in.word(Words.ROLES);
                case "owner" -> owner = new Owner(in.text());
                default -> in.skip();
            }
        }
        return new IssuedToken(
                in.required(token, "token"), in.required(hash, "hash"), in.required(role, "role"), owner);
    }

    public static void writeHealth(JsonGenerator out, Health health) throws IOException {
        out.writeStartObject();
        out.writeStringField("status", "ok");
        out.writeStringField("version", health.version());
        Instant time = health.time();
        Members.text(out, "time", time == null ? null : time.toString());
        Members.objects(out, "warnings", health.warnings(), (json, warning) -> {
            json.writeStringField("code", warning.code());
            json.writeStringField("what", warning.what());
            json.writeStringField("remedy", warning.remedy());
        });
        out.writeEndObject();
    }

    public static Health readHealth(JsonInput in) throws IOException {
        String version = null;
        Instant time = null;
        List<Health.Warning> warnings = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "version" -> version = in.text();
                case "time" -> time = in.instant();
                case "warnings" -> warnings = in.list(MOST_WARNINGS, AdminJson::readWarning);
                default -> in.skip();
            }
        }
        return new Health(in.required(version, "version"), time, warnings);
    }

    private static Health.Warning readWarning(JsonInput in) throws IOException {
        String code = null;
        String what = null;
        String remedy = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "code" -> code = in.text();
                case "what" -> what = in.text();
                case "remedy" -> remedy = in.text();
                default -> in.skip();
            }
        }
        return new Health.Warning(in.required(code, "code"), in.required(what, "what"), in.required(remedy, "remedy"));
    }

    /** How many bytes of a blob the server has. */
    public static void writeReceived(JsonGenerator out, Long received) throws IOException {
        out.writeStartObject();
        out.writeNumberField("received", received);
        out.writeEndObject();
    }

    public static Long readReceived(JsonInput in) throws IOException {
        return in.only("received", JsonInput::amount);
    }
}
