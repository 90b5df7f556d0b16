package org.gleaner.simulator.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.ahead.Prospect;
import org.gleaner.core.id.JobId;
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
     * @param at when it was asked, from the begin of the trial
     * @param asked since the job arrived
     * @param left until it was done
     * @param p10 said to be left, with a chance of one in ten that it is less; infinite: longer than anybody looked
     */
    public record Answer(int job, double at, double asked, double left, double p10, double p50, double p90) {}

    /** How long a job waited until its first task began, and what was said of it when it came; all in minutes. */
    public record Wait(int job, double waited, double p10, double p50, double p90) {}

    private record Said(int job, long at, double p10, double p50, double p90) {}

    private final Trial trial;
    private final Options options;
    private final long every;
    private final int futures;
    private final Driver driver;
    private final Follower follower;
    private final List<Said> said = new ArrayList<>();

    private Foresight(Trial trial, Combination combination, Options options, Duration every, int futures) {
        this.trial = trial;
        this.options = options;
        this.every = every.toMillis();
        this.futures = futures;
        this.driver = new Driver(trial, combination, options);
        this.follower = new Follower(driver);
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

    /**
     * Asks for some jobs, when they come, how long they will wait.
     *
     * @param every of so many jobs one is asked for
     */
    public static List<Wait> waits(Trial trial, Combination combination, Options options, int every, int futures) {
        return new Foresight(trial, combination, options, Duration.ZERO, futures).waits(every);
    }

    private List<Wait> waits(int step) {
        for (int job = step; job < trial.batches().size(); job += step) {
            int number = job;
            driver.plan(trial.batches().get(job).arrives() + 1, () -> askWait(number));
        }
        driver.run();
        List<Wait> waits = new ArrayList<>();
        for (Said one : said) {
            long begun = driver.started(one.job());
            if (begun >= 0) {
                long came = trial.batches().get(one.job()).arrives();
                waits.add(new Wait(one.job(), (begun - came) / MILLIS, one.p10(), one.p50(), one.p90()));
            }
        }
        return waits;
    }

    private void askWait(int number) {
        JobId job = new JobId(number + 1L);
        // The call that brought it may have brought it machines as well.
        if (driver.started(number) >= 0) {
            said.add(new Said(number, driver.time(), 0, 0, 0));
            return;
        }
        Forecast.Span start = prospect().of(job).map(Forecast::start).orElse(null);
        if (start != null) {
            said.add(new Said(number, driver.time(), minutes(start.p10()), minutes(start.p50()), minutes(start.p90())));
        }
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
                answers.add(new Answer(
                        one.job(),
                        one.at() / MILLIS,
                        (one.at() - begin) / MILLIS,
                        (end - one.at()) / MILLIS,
                        one.p10(),
                        one.p50(),
                        one.p90()));
            }
        }
        return answers;
    }

    private void follow() {
        follower.sketch();
        driver.plan(driver.time() + FOLLOWED_EVERY, this::follow);
    }

    private void ask() {
        Prospect prospect = prospect();
        for (JobId job : follower.sketch().jobs().keySet()) {
            prospect.of(job).ifPresent(forecast -> note(job, forecast.finish()));
        }
        driver.plan(driver.time() + every, this::ask);
    }

    private Prospect prospect() {
        Duration timeout = Duration.ofMillis(options.timeout());
        Prospect prospect =
                new Prospect(follower.sketch(), follower.now(), timeout, Map.of(), trial.seed(), SplittableRandom::new);
        for (int future = 0; future < futures; future++) {
            prospect.look();
        }
        return prospect;
    }

    private void note(JobId job, Forecast.Span span) {
        int number = (int) job.value() - 1;
        said.add(new Said(number, driver.time(), minutes(span.p10()), minutes(span.p50()), minutes(span.p90())));
    }

    private double minutes(@Nullable Instant then) {
        return then == null
                ? Double.POSITIVE_INFINITY
                : Duration.between(follower.now(), then).toMillis() / MILLIS;
    }
}
