package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.ForecastRecord.Stage;
import org.gleaner.protocol.message.ForecastRecord.When;
import org.gleaner.terminal.console.Table;

/** How good forecasts were, for people. */
record EtaRecord(ForecastRecord known, ZoneId zone) {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);

    /** Of fewer nobody can tell whether ranges are right. */
    private static final int FEW = 20;

    void print(boolean all, PrintStream out) {
        String whose = all ? "all jobs" : "your jobs";
        Instant since = known.since();
        if (since == null) {
            out.println("No forecast has been compared with the outcome yet.");
            out.println(
                    known.open() == 0
                            ? "Forecasts are kept from now on, and compared when their job is done."
                            : Counted.of(known.open(), "forecast") + " will be compared once "
                                    + (known.open() == 1 ? "its job is done." : "their jobs are done."));
            return;
        }
        out.println(Counted.of(known.scored(), "forecast") + " of " + whose + " since " + DAY.format(since.atZone(zone))
                + ", compared with when the jobs finished:");
        Table table = new Table("WHEN ASKED", "FORECASTS", "IN RANGE", "SOONER", "LATER", "TYPICALLY OFF BY");
        for (Stage stage : known.stages()) {
            table.add(
                    asked(stage.when()),
                    Integer.toString(stage.count()),
                    percent(stage.inside()),
                    percent(stage.below()),
                    percent(stage.above()),
                    off(stage.error()));
        }
        table.print(out);
        out.println("IN RANGE should be about 80 %. The last column is the median error"
                + " relative to the time that was left.");
        if (known.scored() < FEW) {
            out.println("Too few forecasts to judge yet.");
        }
    }

    private static String asked(When when) {
        return switch (when) {
            case FIRST -> "at first";
            case EARLY -> "early";
            case MIDDLE -> "in the middle";
            case LATE -> "late";
            case ALL -> "all";
        };
    }

    private static String percent(double part) {
        return Math.round(part * 100) + " %";
    }

    /** From a factor of some on, percents say nothing. */
    private static String off(double error) {
        return error < 2 ? percent(error) : String.format(Locale.ROOT, "%.1f times", error + 1);
    }
}
