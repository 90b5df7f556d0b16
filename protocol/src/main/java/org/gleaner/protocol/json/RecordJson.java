package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.ahead.Calibration;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.ForecastRecord.Reliability;
import org.gleaner.protocol.message.ForecastRecord.Stage;
import org.gleaner.protocol.message.ForecastRecord.When;

/** How good forecasts were. */
public final class RecordJson {
    private static final Map<String, When> WHEN =
            Stream.of(When.values()).collect(Collectors.toUnmodifiableMap(When::word, when -> when));

    private static final double DIGITS = 10_000;

    private RecordJson() {}

    public static void write(JsonGenerator out, ForecastRecord known) throws IOException {
        StatusJson.start(out);
        Members.instant(out, "since", known.since());
        out.writeNumberField("scored", known.scored());
        out.writeNumberField("open", known.open());
        Members.objects(out, "stages", known.stages(), (json, stage) -> {
            json.writeStringField("when", stage.when().word());
            json.writeNumberField("count", stage.count());
            number(json, "inside", stage.inside());
            number(json, "below", stage.below());
            number(json, "above", stage.above());
            number(json, "uncalibrated", stage.uncalibrated());
            number(json, "error", stage.error());
            number(json, "ratio", stage.ratio());
        });
        Members.objects(out, "chances", known.chances(), (json, chance) -> {
            number(json, "said", chance.said());
            number(json, "seen", chance.seen());
        });
        Members.objects(out, "widths", known.widths(), (json, width) -> {
            Members.millis(json, "upToMs", width.upTo());
            json.writeNumberField("known", width.known());
            number(json, "below", width.below());
            number(json, "above", width.above());
        });
        out.writeEndObject();
    }

    private static void number(JsonGenerator out, String name, double value) throws IOException {
        out.writeNumberField(name, Math.round(value * DIGITS) / DIGITS);
    }

    public static ForecastRecord read(JsonInput in) throws IOException {
        Instant since = null;
        int scored = 0;
        int open = 0;
        List<Stage> stages = List.of();
        List<Reliability> chances = List.of();
        List<Calibration.Width> widths = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "since" -> since = in.instant();
                case "scored" -> scored = in.count();
                case "open" -> open = in.count();
                case "stages" -> stages = in.list(JsonLimits.ROWS, RecordJson::readStage);
                case "chances" -> chances = in.list(JsonLimits.ROWS, RecordJson::readChance);
                case "widths" -> widths = in.list(JsonLimits.ROWS, RecordJson::readWidth);
                default -> in.skip();
            }
        }
        return new ForecastRecord(since, scored, open, stages, chances, widths);
    }

    private static Stage readStage(JsonInput in) throws IOException {
        When when = null;
        int count = 0;
        double inside = 0;
        double below = 0;
        double above = 0;
        double uncalibrated = 0;
        double error = 0;
        double ratio = 1;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "when" -> when = in.word(WHEN);
                case "count" -> count = in.count();
                case "inside" -> inside = in.fraction();
                case "below" -> below = in.fraction();
                case "above" -> above = in.fraction();
                case "uncalibrated" -> uncalibrated = in.fraction();
                case "error" -> error = in.fraction();
                case "ratio" -> ratio = in.fraction();
                default -> in.skip();
            }
        }
        return new Stage(in.required(when, "when"), count, inside, below, above, uncalibrated, error, ratio);
    }

    private static Reliability readChance(JsonInput in) throws IOException {
        double said = 0;
        double seen = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "said" -> said = in.fraction();
                case "seen" -> seen = in.fraction();
                default -> in.skip();
            }
        }
        return new Reliability(said, seen);
    }

    private static Calibration.Width readWidth(JsonInput in) throws IOException {
        Duration upTo = null;
        int known = 0;
        double below = 1;
        double above = 1;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "upToMs" -> upTo = in.millis();
                case "known" -> known = in.count();
                case "below" -> below = in.fraction();
                case "above" -> above = in.fraction();
                default -> in.skip();
            }
        }
        return new Calibration.Width(upTo, known, below, above);
    }
}
