package org.gleaner.core.ahead;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyReason;
import org.gleaner.core.grid.PolicyReason.How;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.grid.Untried;
import org.gleaner.core.id.Owner;
import org.jspecify.annotations.Nullable;

/**
 * Tries before it acts: now and then, and when the situation changes, it lets the open work run through the same few
 * futures under each candidate, and chooses the policy that did best. It knows what a sketch knows. Confined to one
 * thread.
 */
public final class Controller {
    /** In these all candidates are tried; those that are far behind then drop out. */
    private static final int FIRST_FUTURES = 3;

    private static final int FUTURES = 8;
    private static final double FAR_BEHIND = 0.15;

    /** Who dropped out sits out so many looks. */
    private static final int BENCHED = 4;

    /** Another policy must be better by so much than the one in force, and by more than chance might bring. */
    private static final double WORTH_A_CHANGE = 0.015;

    private static final double ERRORS = 1.5;

    /** So often at least while all that is open is done, and less often as long as nothing changes. */
    private static final int LOOKS = 12;

    private static final int MOST_PATIENCE = 4;

    private final Duration shortest;
    private final long seed;
    private final LongFunction<RandomGenerator> chances;
    private final Map<Policy, Integer> benched = new HashMap<>();
    private @Nullable Tryout last;
    private Situation situation = Situation.NONE;
    private List<String> wishes = List.of();
    private Instant next = Instant.MIN;
    private int patience = 1;
    private long looks;

    /**
     * @param shortest time between two looks
     * @param chances streams of chance by number
     */
    public Controller(Duration shortest, long seed, LongFunction<RandomGenerator> chances) {
        this.shortest = shortest;
        this.seed = seed;
        this.chances = chances;
    }

    /** By which a pool works in this way. */
    public static Map<String, String> settings(Policy policy) {
        Map<String, String> settings = new TreeMap<>();
        settings.put(Setting.STRATEGY.word(), policy.strategy());
        settings.put(Setting.OBJECTIVE.word(), policy.objective().word());
        return settings;
    }

    /** Whether to look now. */
    public boolean isDue(Sketch sketch, Instant now) {
        Tryout before = last;
        boolean early = before != null && now.isBefore(before.at().plus(shortest));
        // Whoever wants something else shall not wait for the next look.
        boolean wished = !wishes.equals(sketch.settings().wishes());
        if (sketch.isBehind() || (early && !wished)) {
            return false;
        }
        Situation here = Situation.of(sketch);
        return here.lacks() == null && (wished || !now.isBefore(next) || here.differsFrom(situation));
    }

    /** What was tried last; null: nothing yet. */
    public @Nullable Tryout last() {
        return last;
    }

    /** Why nothing could be told from trying now; null: something could. */
    public static @Nullable Untried lacks(Sketch sketch) {
        return Situation.of(sketch).lacks();
    }

    /**
     * Tries the candidates and chooses, for all and for owners who want something else than others.
     *
     * @param between is done again and again, for it may take a while
     */
    public Tryout look(Sketch sketch, Instant now, Duration timeout, Runnable between) {
        Settings settings = sketch.settings();
        Aim all = new Aim(null, settings.objective(), sketch, now);
        List<Aim> aims = new ArrayList<>(List.of(all));
        settings.objectives().of().forEach((owner, wanted) -> aims.add(new Aim(owner, wanted, sketch, now)));
        long futures = Scatter.of(seed) + looks * FUTURES;
        List<PolicyRun> runs = new ArrayList<>();
        for (Policy policy : Policy.CANDIDATES) {
            if (benched.merge(policy, -1, Integer::sum) < 0 || stays(policy)) {
                runs.add(new PolicyRun(
                        policy,
                        changed -> new Prospect(sketch, now, timeout, changed, futures, chances).heeding(between)));
            }
        }
        Contest contest = new Contest(runs);
        List<PolicyRun> left = tried(contest, aims, between);
        Choice choice = choice(contest, left, all);
        PolicyRun chosen = choice.run();
        Map<Owner, Policy> owners = new TreeMap<>();
        for (Aim aim : aims) {
            if (aim.owner() != null) {
                owners.put(aim.owner(), choice(contest, left, aim).run().policy());
            }
        }
        Tryout tryout = new Tryout(
                now,
                settings.objective(),
                runs.stream()
                        .sorted(Comparator.comparingDouble(run -> contest.cost(run, all)))
                        .map(run ->
                                run.score(contest.lead(choice.best(), run, all).part()))
                        .toList(),
                chosen.policy(),
                owners,
                changed(chosen.policy(), now),
                choice.reason());
        plan(Situation.of(sketch), now, chosen);
        wishes = settings.wishes();
        last = tryout;
        return tryout;
    }

    /** Whether it never sits out: it is in force, or the one to return to. */
    private boolean stays(Policy policy) {
        Tryout before = last;
        return policy.equals(Policy.CANDIDATES.get(0))
                || (before != null
                        && (policy.equals(before.chosen()) || before.owners().containsValue(policy)));
    }

    private Instant changed(Policy chosen, Instant now) {
        Tryout before = last;
        return before != null && chosen.equals(before.chosen()) ? before.changed() : now;
    }

    /** Those that went through all futures: who is far behind for everybody drops out. */
    private List<PolicyRun> tried(Contest contest, List<Aim> aims, Runnable between) {
        List<PolicyRun> left = new ArrayList<>(contest.runs());
        for (int future = 0; future < FUTURES; future++) {
            for (PolicyRun run : left) {
                run.look();
                between.run();
            }
            if (future + 1 == FIRST_FUTURES) {
                List<PolicyRun> out = left.stream()
                        .filter(run ->
                                !stays(run.policy()) && aims.stream().allMatch(aim -> isFarBehind(contest, run, aim)))
                        .toList();
                left.forEach(run -> benched.put(run.policy(), out.contains(run) ? BENCHED : 0));
                left.removeAll(out);
            }
        }
        return left;
    }

    private static boolean isFarBehind(Contest contest, PolicyRun run, Aim aim) {
        double least = contest.runs().stream()
                .mapToDouble(one -> contest.cost(one, aim))
                .min()
                .orElse(0);
        return contest.cost(run, aim) > least + FAR_BEHIND;
    }

    /**
     * What was chosen, and why.
     *
     * @param best what would be without regard to what is in force
     */
    private record Choice(PolicyRun run, PolicyRun best, PolicyReason reason) {}

    /** The best, if it is worth the change. */
    private Choice choice(Contest contest, List<PolicyRun> left, Aim aim) {
        List<PolicyRun> ranked = left.stream()
                .sorted(Comparator.comparingDouble(run -> contest.cost(run, aim)))
                .toList();
        PolicyRun best = ranked.get(0);
        PolicyRun held = left.stream()
                .filter(run -> run.policy().equals(inForce(aim.owner())))
                .findFirst()
                .orElse(best);
        boolean stays = held == best;
        PolicyRun other = !stays ? held : ranked.size() > 1 ? ranked.get(1) : best;
        Contest.Lead lead = contest.lead(best, other, aim);
        double needed = Math.max(WORTH_A_CHANGE, ERRORS * lead.error());
        boolean taken = !stays && lead.mean() > needed;
        PolicyReason.How how = stays ? How.BEST : taken ? How.TAKEN : How.KEPT;
        Policy compared = how == How.KEPT ? best.policy() : other == best ? null : other.policy();
        return new Choice(
                how == How.KEPT ? held : best,
                best,
                new PolicyReason(how, compared, lead.part(), Contest.Lead.part(needed)));
    }

    private Policy inForce(@Nullable Owner owner) {
        Tryout before = last;
        return before == null ? Policy.CANDIDATES.get(0) : before.chosenFor(owner);
    }

    private void plan(Situation here, Instant now, PolicyRun chosen) {
        boolean same = chosen.policy().equals(inForce(null)) && !here.differsFrom(situation);
        patience = same ? Math.min(MOST_PATIENCE, patience + 1) : 1;
        Duration pause =
                Duration.ofMillis((long) chosen.makespan()).dividedBy(LOOKS).multipliedBy(patience);
        next = now.plus(pause.compareTo(shortest) > 0 ? pause : shortest);
        situation = here;
        looks++;
    }
}
