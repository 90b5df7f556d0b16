package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.UserSummary;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/** Who may call: tokens, never their secret, and the people behind them. */
public final class TokenJson {
    private TokenJson() {}

    public static void writeTokens(JsonGenerator out, Reply.Tokens tokens) throws IOException {
        StatusJson.start(out);
        out.writeArrayFieldStart("tokens");
        for (Token token : tokens.tokens()) {
            out.writeStartObject();
            out.writeStringField("id", token.id());
            out.writeStringField("hash", token.hash().hex());
            out.writeStringField("role", token.role().word());
            Owner owner = token.owner();
            if (owner != null) {
                out.writeStringField("owner", owner.name());
            }
            NodeId node = token.node();
            if (node != null) {
                out.writeNumberField("node", node.value());
            }
            if (!token.note().name().isEmpty()) {
                out.writeStringField("name", token.note().name());
            }
            writeInstant(out, "created", token.note().created());
            writeInstant(out, "expires", token.note().expires());
            writeInstant(out, "usedDay", token.note().used());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void writeInstant(JsonGenerator out, String field, @Nullable Instant at) throws IOException {
        if (at != null) {
            StatusJson.writeInstant(out, field, at);
        }
    }

    public static Reply.Tokens readTokens(JsonInput in) throws IOException {
        List<Token> tokens = null;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "tokens" -> tokens = in.list(JsonLimits.WHOLE, TokenJson::readToken);
                default -> in.skip();
            }
        }
        return new Reply.Tokens(in.required(tokens, "tokens"));
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
                new TokenNote(name, created, expires, used));
    }

    public static void writeUsers(JsonGenerator out, Reply.Users users) throws IOException {
        StatusJson.start(out);
        out.writeArrayFieldStart("users");
        for (UserSummary user : users.users()) {
            out.writeStartObject();
            out.writeStringField("name", user.name().name());
            out.writeBooleanField("admin", user.admin());
            out.writeNumberField("tokens", user.tokens());
            out.writeNumberField("openJobs", user.openJobs());
            writeInstant(out, "usedDay", user.used());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    public static Reply.Users readUsers(JsonInput in) throws IOException {
        List<UserSummary> users = null;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "users" -> users = in.list(JsonLimits.WHOLE, TokenJson::readUser);
                default -> in.skip();
            }
        }
        return new Reply.Users(in.required(users, "users"));
    }

    private static UserSummary readUser(JsonInput in) throws IOException {
        Owner name = null;
        boolean admin = false;
        int tokens = 0;
        int openJobs = 0;
        Instant used = null;
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
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
