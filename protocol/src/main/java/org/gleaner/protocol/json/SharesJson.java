package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.gleaner.core.grid.Portion;
import org.gleaner.core.grid.Reply.OtherShares;
import org.gleaner.core.grid.Reply.OwnerShare;
import org.gleaner.core.grid.Reply.Shares;
import org.gleaner.core.grid.Reply.TypeShare;
import org.gleaner.core.id.Owner;

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
            writePortion(json, type.portion(), owner.weighed());
        });
        Members.flag(out, "more", owner.more());
    }

    private static void writePortion(JsonGenerator out, Portion portion) throws IOException {
        writePortion(out, portion, true);
    }

    /** @param due whether weights give it a share of its own */
    private static void writePortion(JsonGenerator out, Portion portion, boolean due) throws IOException {
        out.writeNumberField("weight", rounded(portion.weight()));
        if (due) {
            out.writeNumberField("wanted", rounded(portion.wanted()));
        }
        out.writeNumberField("given", rounded(portion.given()));
        out.writeNumberField("cores", portion.cores());
    }

    public static Shares read(JsonInput in) throws IOException {
        boolean weighted = false;
        List<OwnerShare> owners = null;
        OtherShares others = null;
        boolean more = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "weighted" -> weighted = in.flag();
                case "owners" -> owners = in.list(JsonLimits.ROWS, SharesJson::readOwner);
                case "others" -> others = readOthers(in);
                case "more" -> more = in.flag();
                default -> in.skip();
            }
        }
        return new Shares(weighted, in.required(owners, "owners"), others, more);
    }

    private static OwnerShare readOwner(JsonInput in) throws IOException {
        Owner owner = null;
        Part part = new Part();
        boolean weighed = false;
        List<TypeShare> types = List.of();
        boolean more = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "owner" -> owner = new Owner(in.text());
                case "weighed" -> weighed = in.flag();
                case "types" -> types = in.list(JsonLimits.ROWS, SharesJson::readType);
                case "more" -> more = in.flag();
                default -> part.take(field, in);
            }
        }
        return new OwnerShare(in.required(owner, "owner"), part.portion(), weighed, types, more);
    }

    private static TypeShare readType(JsonInput in) throws IOException {
        String type = null;
        Part part = new Part();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals("type")) {
                type = in.text();
            } else {
                part.take(field, in);
            }
        }
        return new TypeShare(in.required(type, "type"), part.portion());
    }

    private static OtherShares readOthers(JsonInput in) throws IOException {
        int count = 0;
        Part part = new Part();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals("owners")) {
                count = Math.toIntExact(in.number());
            } else {
                part.take(field, in);
            }
        }
        return new OtherShares(count, part.portion());
    }

    /** What the members of a portion say, while they are read. */
    private static final class Part {
        private double weight;
        private double wanted;
        private double given;
        private long cores;

        void take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "weight" -> weight = in.fraction();
                case "wanted" -> wanted = in.fraction();
                case "given" -> given = in.fraction();
                case "cores" -> cores = in.number();
                default -> in.skip();
            }
        }

        Portion portion() {
            return new Portion(weight, wanted, given, Math.toIntExact(cores));
        }
    }

    private static double rounded(double value) {
        return Math.round(value * DIGITS) / DIGITS;
    }
}
