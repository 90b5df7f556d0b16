package org.gleaner.core.placing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.pool.GridNode;

/** What follows when nodes can't start what a job consists of: none of it there for a while, and blocked in the end. */
public record Refusals(Roster roster, Instant now) {
    /** How many refusals are remembered of a node; then the oldest goes, and may be tried again. */
    private static final int MOST_PER_NODE = 256;

    /** What a node that could not start this remembers from now on. */
    public static List<GridEvent> refused(GridNode node, Recipe recipe, Instant now) {
        List<GridEvent> events = new ArrayList<>();
        Map<Recipe, Instant> known = node.refusals();
        if (known.size() >= MOST_PER_NODE && !known.containsKey(recipe)) {
            known.entrySet().stream()
                    .min(Map.Entry.comparingByValue())
                    .ifPresent(oldest -> events.add(new GridEvent.RecipeTrusted(node.id(), oldest.getKey())));
        }
        events.add(new GridEvent.RecipeRefused(node.id(), recipe, now));
        return events;
    }

    /**
     * Not while the node could not start such tasks, except for one trial after a while. A job that nobody has tried
     * yet gets a trial at once where all have refused the like: it starts, or is blocked with a reason of its own.
     */
    boolean isWelcome(GridNode node, OpenJob job) {
        Recipe recipe = job.recipe();
        if (!node.refusals().containsKey(recipe)) {
            return true;
        }
        boolean isTried = node.live().stream()
                .anyMatch(one -> roster.jobs().open(one.id().job()).recipe().equals(recipe));
        return !isTried && (!hasJustRefused(node, recipe) || (job.isUntried() && leaveNobody(job)));
    }

    private boolean hasJustRefused(GridNode node, Recipe recipe) {
        Instant refused = node.refusals().get(recipe);
        return refused != null && roster.settings().isRecent(refused, Setting.REFUSAL_TIME, now);
    }

    /**
     * Whether all nodes that could run the job's tasks have just refused the like. One that is only away for a moment,
     * or that may try again, has not had its say. One that is lost has none: who mistyped a command is told now.
     */
    public boolean leaveNobody(OpenJob job) {
        Predicate<GridNode> isThere = node -> node.duty() != Duty.FORGOTTEN
                && (node.connected() || roster.settings().isRecent(node.heard(), Setting.LOST_AFTER, now));
        boolean refused = false;
        for (GridNode node : roster.nodes().values()) {
            if (isThere.test(node) && roster.fits(job, node)) {
                if (!hasJustRefused(node, job.recipe())) {
                    return false;
                }
                refused = true;
            }
        }
        return refused;
    }

    /** Jobs that wait for nobody: those that have not refused them were there at the time, and are no longer. */
    public List<OpenJob> unstartable(int most) {
        TreeSet<Recipe> refused = new TreeSet<>();
        roster.nodes().values().forEach(node -> refused.addAll(node.refusals().keySet()));
        return refused.isEmpty()
                ? List.of()
                : roster.jobs().all().values().stream()
                        .filter(job -> refused.contains(job.recipe()) && !job.hasLive())
                        .filter(job -> job.states().count(TaskState.READY) > 0 && leaveNobody(job))
                        // What was lost in its trial gets another.
                        .filter(job -> refusedTask(job).isPresent())
                        .limit(most)
                        .toList();
    }

    /** A task of the job that waits because the last node that tried could not start it. */
    public static OptionalInt refusedTask(OpenJob job) {
        return job.states().select(job.states().all(), TaskState.READY).stream()
                .filter(task -> {
                    EndedAttempt last = job.record(task).latest();
                    return last != null && last.outcome() == Outcome.NOT_STARTABLE;
                })
                .findFirst();
    }

    /** What a node refused before this time: it could have tried again ever since. */
    public static List<GridEvent> forgotten(GridNode node, Instant before) {
        List<GridEvent> events = new ArrayList<>();
        node.refusals().forEach((recipe, at) -> {
            if (at.isBefore(before)) {
                events.add(new GridEvent.RecipeTrusted(node.id(), recipe));
            }
        });
        return events;
    }

    /** Whether the node could not start something of this type. */
    public static boolean concern(GridNode node, TypeKey type) {
        Recipe first = node.refusals().ceilingKey(new Recipe(type, Long.MIN_VALUE));
        return first != null && first.type().equals(type);
    }
}
