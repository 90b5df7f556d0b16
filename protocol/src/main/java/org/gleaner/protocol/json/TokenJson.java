package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.UserSummary;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.PageLink;

/** Who may call: tokens, never their secret, and the people behind them. */
public final class TokenJson {
    private TokenJson() {}

    public static void writeTokens(JsonGenerator out, Reply.Tokens tokens) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "tokens", tokens.tokens(), (json, token) -> {
            json.writeStringField("id", token.id());
            json.writeStringField("hash", token.hash().hex());
            json.writeStringField("role", token.role().word());
            Members.owner(json, token.owner());
            NodeId node = token.node();
            Members.number(json, "node", node == null ? null : node.value());
            Members.textIfAny(json, "name", token.note().name());
            Members.instant(json, "created", token.note().created());
            Members.instant(json, "expires", token.note().expires());
            Members.instant(json, "usedDay", token.note().used());
        });
        out.writeEndObject();
    }

    public static Reply.Tokens readTokens(JsonInput in) throws IOException {
        return new Reply.Tokens(in.only("tokens", one -> one.list(JsonLimits.WHOLE, TokenJson::readToken)));
    }

    private static Token readToken(JsonInput in) throws IOException {
        TokenHash hash = null;
        Role role = null;
        Owner owner = null;
        NodeId node = null;
        String name = "";
        Instant created = null;
        Instant expires = null;
        Instant used = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "hash" -> hash = new TokenHash(in.text());
                case "role" -> role = in.word(Words.ROLES);
                case "owner" -> owner = new Owner(in.text());
                case "node" -> node = new NodeId(in.number());
                case "name" -> name = in.text(200);
                case "created" -> created = in.instant();
                case "expires" -> expires = in.instant();
                case "usedDay" -> used = in.instant();
                default -> in.skip();
            }
        }
        return new Token(
                in.required(hash, "hash"),
                in.required(role, "role"),
                owner,
                node,
                new TokenNote(name, created, expires, used, null));
    }

    /** Whose token it is, for its holder. */
    public static void writeViewer(JsonGenerator out, Token token) throws IOException {
        StatusJson.start(out);
        Owner owner = token.owner();
        out.writeStringField("name", owner == null ? "" : owner.name());
        out.writeStringField("role", token.role().word());
        out.writeStringField("token", token.id());
        Members.textIfAny(out, "tokenName", token.note().name());
        Members.instant(out, "expires", token.note().expires());
        out.writeEndObject();
    }

    public static void writeLink(JsonGenerator out, PageLink link) throws IOException {
        StatusJson.start(out);
        out.writeStringField("word", link.word());
        Members.millis(out, "lifetimeMs", link.lifetime());
        out.writeEndObject();
    }

    public static PageLink readLink(JsonInput in) throws IOException {
        String word = null;
        Duration lifetime = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "word" -> word = in.text(200);
                case "lifetimeMs" -> lifetime = in.millis();
                default -> in.skip();
            }
        }
        return new PageLink(in.required(word, "word"), in.required(lifetime, "lifetimeMs"));
    }

    public static void writeUsers(JsonGenerator out, Reply.Users users) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "users", users.users(), (json, user) -> {
            json.writeStringField("name", user.name().name());
            json.writeBooleanField("admin", user.admin());
            json.writeNumberField("tokens", user.tokens());
            json.writeNumberField("openJobs", user.openJobs());
            Members.instant(json, "usedDay", user.used());
        });
        out.writeEndObject();
    }

    public static Reply.Users readUsers(JsonInput in) throws IOException {
        return new Reply.Users(in.only("users", one -> one.list(JsonLimits.WHOLE, TokenJson::readUser)));
    }

    private static UserSummary readUser(JsonInput in) throws IOException {
        Owner name = null;
        boolean admin = false;
        int tokens = 0;
        int openJobs = 0;
        Instant used = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "name" -> name = new Owner(in.text());
                case "admin" -> admin = in.flag();
                case "tokens" -> tokens = in.count();
                case "openJobs" -> openJobs = in.count();
                case "usedDay" -> used = in.instant();
                default -> in.skip();
            }
        }
        return new UserSummary(in.required(name, "name"), admin, tokens, openJobs, used);
    }

    public static void writeRemoved(JsonGenerator out, Reply.UserRemoved removed) throws IOException {
        StatusJson.start(out);
        out.writeStringField("name", removed.name().name());
        out.writeNumberField("tokens", removed.tokens());
        out.writeNumberField("openJobs", removed.openJobs());
        out.writeBooleanField("cancelled", removed.cancelled());
        out.writeEndObject();
    }

    public static Reply.UserRemoved readRemoved(JsonInput in) throws IOException {
        Owner name = null;
        int tokens = 0;
        int openJobs = 0;
        boolean cancelled = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "name" -> name = new Owner(in.text());
                case "tokens" -> tokens = in.count();
                case "openJobs" -> openJobs = in.count();
                case "cancelled" -> cancelled = in.flag();
                default -> in.skip();
            }
        }
        return new Reply.UserRemoved(in.required(name, "name"), tokens, openJobs, cancelled);
    }
}
