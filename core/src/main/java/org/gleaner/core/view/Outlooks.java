package org.gleaner.core.view;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Probation;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.Matches;
import org.jspecify.annotations.Nullable;

/**
 * What nodes hold for ready jobs. All of them are looked at once for jobs that are alike, however many these are. For
 * one part of an answer; not thread-safe.
 */
final class Outlooks {
    /** Matching a node with a job costs as much as so many simple looks. */
    private static final long MATCHING = 20;

    /** As many as are named, and one more to say that there are others. */
    private static final int MOST_NAMES = 4;

    /**
     * How many nodes that fit can't be had.
     *
     * @param probing get a task at a time, as it may be their fault what fails
     * @param inUse offer no room for such tasks at the moment, as others need them
     * @param busy have no room for these tasks at the moment
     * @param onlyMemory whether all of those that are busy lack nothing else
     */
    record Kept(int paused, int refused, int probing, int full, int inUse, int busy, boolean onlyMemory) {}

    /**
     * What nodes hold for jobs that are alike.
     *
     * @param free how many nodes have room
     * @param inUse names of some that are in use
     */
    record Outlook(
            Fitting match, Kept kept, int free, PastChoices past, WhoseTurn.Rivalry rivalry, List<String> inUse) {}

    /**
     * @param recipe only if it makes a difference, as nodes refused some of this type
     * @param failing only if it makes a difference, as the job fails on some nodes
     */
    private record Sort(
            TypeKey type,
            Matches.Wanted wanted,
            @Nullable Recipe recipe,
            @Nullable JobId failing) {}

    private final Roster roster;
    private final ChoiceRecord choices;
    private final WhoseTurn whoseTurn;
    private final Effort effort;
    private final Probation probation;
    private final List<GridNode> connected;
    private final Map<Sort, Fitting> fittings = new HashMap<>();
    private final Map<Sort, Outlook> outlooks = new HashMap<>();

    Outlooks(Roster roster, Instant now, ChoiceRecord choices, WhoseTurn whoseTurn, Effort effort) {
        this.probation = new Probation(roster, now);
        this.roster = roster;
        this.choices = choices;
        this.whoseTurn = whoseTurn;
        this.effort = effort;
        this.connected =
                roster.nodes().values().stream().filter(GridNode::connected).toList();
        effort.add(roster.nodes().size());
    }

    /** How many nodes there are to look at. */
    int connected() {
        return connected.size();
    }

    Outlook of(OpenJob job) {
        Fitting match = fittings.computeIfAbsent(new Sort(job.type(), job.wanted(), null, null), sort -> {
            effort.add(MATCHING * connected.size());
            return new Fitting(job.spec(), connected, roster);
        });
        effort.add(1);
        Recipe recipe = match.isRefused(job.type()) ? job.recipe() : null;
        JobId failing = match.isFailing(job.type()) ? job.id() : null;
        Sort alike = new Sort(job.type(), job.wanted(), recipe, failing);
        return outlooks.computeIfAbsent(alike, sort -> outlook(job, match));
    }

    private Outlook outlook(OpenJob job, Fitting match) {
        Requirements needs = job.spec().needs();
        List<GridNode> left = new ArrayList<>(match.fitting());
        effort.add(MATCHING * left.size());
        int paused = take(left, node -> !node.isServed(roster.settings()));
        int refused = take(left, node -> node.refusals().containsKey(job.recipe()));
        int probing = take(left, node -> probation.isOn(node) || !probation.isWelcome(node, job));
        int full = take(left, GridNode::isShortOfDisk);
        List<String> names = left.stream()
                .filter(node -> !node.offersRoomFor(needs))
                .limit(MOST_NAMES)
                .map(node -> node.facts().name())
                .toList();
        int inUse = take(left, node -> !node.offersRoomFor(needs));
        WhoseTurn.Rivalry rivalry = whoseTurn.rivalry(job, left);
        int free = take(left, node -> roster.hasRoomFor(needs, node));
        Amounts there = needs.uses().without(roster.settings().licences());
        boolean onlyMemory = there.isEmpty() && left.stream().allMatch(node -> node.lacksOnlyMemoryFor(needs));
        Kept kept = new Kept(paused, refused, probing, full, inUse, left.size(), onlyMemory);
        return new Outlook(match, kept, free, choices.of(job, match.fitting()), rivalry, names);
    }

    private static int take(List<GridNode> nodes, Predicate<GridNode> which) {
        int before = nodes.size();
        nodes.removeIf(which);
        return before - nodes.size();
    }
}
