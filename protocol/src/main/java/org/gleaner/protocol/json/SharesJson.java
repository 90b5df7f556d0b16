package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gleaner.core.grid.Reply.OtherShares;
import org.gleaner.core.grid.Reply.OwnerShare;
import org.gleaner.core.grid.Reply.Portion;
import org.gleaner.core.grid.Reply.Shares;

/** How the pool is shared. */
public final class SharesJson {
    private static final double DIGITS = 1e4;

    private SharesJson() {}

    public static void write(JsonGenerator out, Shares shares) throws IOException {
        StatusJson.start(out);
        out.writeBooleanField("weighted", shares.weighted());
        Members.objects(out, "owners", shares.owners(), SharesJson::writeOwner);
        OtherShares others = shares.others();
        if (others != null) {
            out.writeObjectFieldStart("others");
            out.writeNumberField("owners", others.count());
            writePortion(out, others.portion());
            out.writeEndObject();
        }
        Members.flag(out, "more", shares.more());
        out.writeEndObject();
    }

    private static void writeOwner(JsonGenerator out, OwnerShare owner) throws IOException {
        out.writeStringField("owner", owner.owner().name());
        writePortion(out, owner.portion());
        Members.flag(out, "weighed", owner.weighed());
        Members.objects(out, "types", owner.types(), (json, type) -> {
            json.writeStringField("type", type.type());
            writePortion(json, type.portion());
        });
        Members.flag(out, "more", owner.more());
    }

    private static void writePortion(JsonGenerator out, Portion portion) throws IOException {
        out.writeNumberField("weight", rounded(portion.weight()));
        out.writeNumberField("wanted", rounded(portion.wanted()));
        out.writeNumberField("given", rounded(portion.given()));
        out.writeNumberField("cores", portion.cores());
    }

    private static double rounded(double value) {
        return Math.round(value * DIGITS) / DIGITS;
    }
}
