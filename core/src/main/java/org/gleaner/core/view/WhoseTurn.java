package org.gleaner.core.view;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.JobShares;
import org.gleaner.core.placing.ReadyGroup;
import org.gleaner.core.placing.ReadyGroups;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.jspecify.annotations.Nullable;

/**
 * Says what goes before a job on nodes that both could use, whether these are busy or have room: by the order in which
 * work is placed. Names nothing that belongs to others. What others have to run is looked at once for all jobs that are
 * alike. For one part of an answer; not thread-safe.
 */
final class WhoseTurn {
    /** How many groups of one owner are looked at for one that goes first, and how many in all. */
    private static final int MOST_OF_OWNER = 1_000;

    private static final int MOST_GROUPS = 10_000;

    /**
     * With whom jobs that are alike compete.
     *
     * @param heldBack why none of them may run now; null: they may
     * @param own jobs of the same owner that come first in their groups
     * @param top the first of them by priority and deadline; null: there is none
     * @param isOthersTurn whether another owner is served first
     * @param among what was found out about those of one priority
     */
    record Rivalry(
            @Nullable Cause heldBack,
            List<OpenJob> own,
            @Nullable OpenJob top,
            boolean isOthersTurn,
            TreeMap<Integer, Among> among) {
        static final Rivalry NONE = new Rivalry(null, List.of(), null, false, new TreeMap<>());
    }

    /** Whose turn it is among jobs of one owner and one priority, by their weights and by those of their types. */
    private record Among(Optional<JobShares.Turn> job, Optional<TypeKey> type) {}

    private final Roster roster;
    private final Effort effort;
    private final boolean weighted;
    private final TreeMap<Owner, JobShares.Reckoning> reckonings = new TreeMap<>();

    WhoseTurn(Roster roster, Effort effort) {
        this.roster = roster;
        this.effort = effort;
        this.weighted = roster.settings().isWeighted();
    }

    /** @param nodes those that fit the job and are given work */
    Rivalry rivalry(OpenJob job, List<GridNode> nodes) {
        if (nodes.isEmpty()) {
            return Rivalry.NONE;
        }
        ContestedNodes contested =
                new ContestedNodes(roster, nodes, job.spec().needs().cores(), effort);
        Set<TypeKey> rivals = rivals(job, contested);
        if (!rivals.contains(job.type())) {
            Cause heldBack = new Cause.Turn.UnknownLength(
                    job.spec().type(), roster.shares().fullAt(job.owner()));
            return new Rivalry(heldBack, List.of(), null, false, new TreeMap<>());
        }
        List<OpenJob> own = groupsOf(job.owner())
                .filter(group -> rivals.contains(group.key().type()) && contested.takes(group))
                .map(ReadyGroup::first)
                .toList();
        return new Rivalry(null, own, top(own), isOthersTurn(job.owner(), rivals), new TreeMap<>());
    }

    private Stream<ReadyGroup> groupsOf(Owner owner) {
        return roster.groups().of(owner).values().stream().limit(MOST_OF_OWNER);
    }

    /** The types of which something may run now on such nodes, this job's first; not what the limit keeps waiting. */
    private Set<TypeKey> rivals(OpenJob job, ContestedNodes contested) {
        Set<TypeKey> all = new LinkedHashSet<>(List.of(job.type()));
        Set<Owner> owners = new LinkedHashSet<>(List.of(job.owner()));
        Collection<Owner> others = weighted ? roster.groups().owners() : List.of();
        effort.add(others.size());
        Stream.concat(Stream.of(job.owner()), others.stream())
                .distinct()
                .flatMap(this::groupsOf)
                .limit(MOST_GROUPS)
                .filter(contested::takes)
                .forEach(group -> {
                    all.add(group.key().type());
                    owners.add(group.key().type().owner());
                });
        return weighted
                ? new LinkedHashSet<>(roster.shares().allowed(List.copyOf(all), owners, Function.identity()))
                : all;
    }

    private static @Nullable OpenJob top(List<OpenJob> own) {
        OpenJob top = null;
        for (OpenJob one : own) {
            if (top == null || goesBefore(one, top)) {
                top = one;
            }
        }
        return top;
    }

    private static boolean goesBefore(OpenJob job, OpenJob other) {
        return ReadyGroup.preference(job).compareTo(ReadyGroup.preference(other)) < 0;
    }

    private boolean isOthersTurn(Owner owner, Set<TypeKey> rivals) {
        List<Owner> owners = rivals.stream().map(TypeKey::owner).distinct().toList();
        return weighted && !roster.shares().next(owners).equals(owner);
    }

    /**
     * What goes before a job; nothing if it is next.
     *
     * @param rivalry that of jobs like this one
     * @param share what its owner has had
     */
    Optional<Cause> before(OpenJob job, Rivalry rivalry, PastChoices.@Nullable Share share) {
        if (rivalry.equals(Rivalry.NONE) || rivalry.heldBack() != null) {
            return Optional.ofNullable(rivalry.heldBack());
        }
        return highest(job, rivalry)
                .or(() -> weighted ? byShares(job, rivalry, share) : Optional.empty())
                .or(() -> older(job));
    }

    private static Optional<Cause> highest(OpenJob job, Rivalry rivalry) {
        int mine = job.spec().turn().priority();
        OpenJob top = rivalry.top();
        if (top == null || !goesBefore(top, job)) {
            return Optional.empty();
        }
        int highest = top.spec().turn().priority();
        Deadline deadline = top.spec().turn().deadline();
        return highest == mine && deadline != null
                ? Optional.of(new Cause.Behind.CloseDeadline(top.id(), deadline.at()))
                : Optional.of(new Cause.Behind.HigherPriority(top.id(), highest, mine));
    }

    private Optional<Cause> byShares(OpenJob job, Rivalry rivalry, PastChoices.@Nullable Share share) {
        return rivalry.isOthersTurn() ? Optional.of(new Cause.Turn.OtherOwner(share)) : ofOwn(job, rivalry);
    }

    /** By the weights of the owner's jobs and types. */
    private Optional<Cause> ofOwn(OpenJob job, Rivalry rivalry) {
        Among among =
                rivalry.among().computeIfAbsent(job.spec().turn().priority(), priority -> among(job, rivalry.own()));
        if (among.job().isPresent() && !reckoning(job.owner()).isOf(among.job().get(), job.id())) {
            return Optional.of(byWeight(job, among.job().get()));
        }
        return among.type()
                .filter(next -> !next.equals(job.type()))
                .map(next -> new Cause.Behind.TypeFirst(next.type()));
    }

    /** @param job one of those that none of its owner's goes before */
    private Among among(OpenJob job, List<OpenJob> own) {
        Owner owner = job.owner();
        effort.add(own.size());
        List<OpenJob> rivals = own.stream()
                .filter(one -> ReadyGroup.preference(one).equals(ReadyGroup.preference(job)))
                .toList();
        return new Among(
                reckoning(owner).turn(rivals.stream().map(OpenJob::id).toList()),
                roster.shares()
                        .turnOfTypes(
                                owner,
                                rivals.stream().map(OpenJob::type).distinct().toList()));
    }

    private JobShares.Reckoning reckoning(Owner owner) {
        return reckonings.computeIfAbsent(owner, name -> {
            JobShares.Reckoning found = roster.shares().jobs(name);
            effort.add(found.weighed());
            return found;
        });
    }

    /** Jobs of weight 1 are counted together: this one may have had nothing, and the others of them much. */
    private Cause byWeight(OpenJob job, JobShares.Turn turn) {
        boolean even = reckoning(job.owner()).isEven(turn, job.id());
        Integer weight = job.isWeighed() ? job.spec().turn().weight() : null;
        return new Cause.Behind.LessServed(turn.job().orElse(null), weight, even);
    }

    /** Jobs that are alike follow each other. */
    private Optional<Cause> older(OpenJob job) {
        ReadyGroup group = roster.groups().of(job.owner()).get(ReadyGroups.Key.of(job));
        OpenJob first = group == null ? job : group.first();
        return group == null || first == job || group.hasReturned(job)
                ? Optional.empty()
                : Optional.of(
                        new Cause.Behind.Older(first.id(), first.spec().turn().priority()));
    }
}
