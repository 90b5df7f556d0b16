package org.gleaner.simulator.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.ahead.Sketch;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.id.JobId;
import org.gleaner.core.image.PoolImage;
import org.gleaner.simulator.scenario.Trial;
import org.jspecify.annotations.Nullable;

/**
 * Asks again and again while a trial goes on when its jobs will be done, and compares that with what happened. Who is
 * asked knows what a server would: what was believed then, and nothing of the trial.
 */
public final class Foresight {
    private static final double MILLIS = 60_000;

    /** Nodes come and go meanwhile, which whoever looks ahead should have seen. */
    private static final long FOLLOWED_EVERY = Duration.ofHours(1).toMillis();

    /**
     * What was said of one job, and what came of it. All in minutes.
     *
     * @param asked since the job arrived
     * @param left until it was done
     * @param p10 said to be left, with a chance of one in ten that it is less; infinite: longer than anybody looked
     */
    public record Answer(int job, double asked, double left, double p10, double p50, double p90) {}

    private record Said(int job, long at, double p10, double p50, double p90) {}

    private final Trial trial;
    private final Options options;
    private final long every;
    private final int futures;
    private final Driver driver;
    private final Sketch sketch = new Sketch();
    private final List<Said> said = new ArrayList<>();
    private long image;

    private Foresight(Trial trial, Combination combination, Options options, Duration every, int futures) {
        this.trial = trial;
        this.options = options;
        this.every = every.toMillis();
        this.futures = futures;
        this.driver = new Driver(trial, combination, options);
    }

    /**
     * Of all jobs that were done, in the order in which was asked.
     *
     * @param every how often all that is open is asked for
     * @param futures how many are looked at each time
     */
    public static List<Answer> of(Trial trial, Combination combination, Options options, Duration every, int futures) {
        return new Foresight(trial, combination, options, every, futures).run();
    }

    private List<Answer> run() {
        driver.plan(0, this::follow);
        driver.plan(trial.opens() + every, this::ask);
        driver.run();
        List<Answer> answers = new ArrayList<>();
        for (Said one : said) {
            long end = driver.finished(one.job());
            long begin = trial.batches().get(one.job()).arrives();
            if (end > one.at()) {
                double asked = (one.at() - begin) / MILLIS;
                answers.add(new Answer(one.job(), asked, (end - one.at()) / MILLIS, one.p10(), one.p50(), one.p90()));
            }
        }
        return answers;
    }

    private Instant now() {
        return Timeline.BEGIN.plusMillis(driver.time());
    }

    private void follow() {
        look();
        driver.plan(driver.time() + FOLLOWED_EVERY, this::follow);
    }

    private void look() {
        do {
            PoolImage next = driver.state().imaging().next(image, now());
            image = next.number();
            sketch.take(next);
        } while (sketch.isBehind());
    }

    private void ask() {
        look();
        Duration timeout = Duration.ofMillis(options.timeout());
        Prospect prospect = new Prospect(sketch, now(), timeout, Map.of(), trial.seed(), SplittableRandom::new);
        for (int future = 0; future < futures; future++) {
            prospect.look();
        }
        for (JobId job : sketch.jobs().keySet()) {
            prospect.of(job).ifPresent(forecast -> note(job, forecast.finish()));
        }
        driver.plan(driver.time() + every, this::ask);
    }

    private void note(JobId job, Forecast.Span span) {
        int number = (int) job.value() - 1;
        said.add(new Said(number, driver.time(), minutes(span.p10()), minutes(span.p50()), minutes(span.p90())));
    }

    private double minutes(@Nullable Instant then) {
        return then == null
                ? Double.POSITIVE_INFINITY
                : Duration.between(now(), then).toMillis() / MILLIS;
    }
}
