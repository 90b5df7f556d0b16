package org.gleaner.core.view;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.JobShares;
import org.gleaner.core.placing.ReadyGroups;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.Matches;

/**
 * Says what goes before a job on nodes that both could use, whether these are busy or have room: by the order in which
 * work is placed. Names nothing that belongs to others.
 */
record WhoseTurn(Roster roster) {
    /** How many groups of one owner are looked at for one that goes first, how many in all, and on how many places. */
    private static final int MOST_OF_OWNER = 1_000;

    private static final int MOST_GROUPS = 10_000;
    private static final int MOST_PLACES = 100;

    /**
     * Nodes on which somebody might go first.
     *
     * @param slots that are free, or at least as many as the job needs that is asked about: when these become free, a
     *     wider task still has no room, and goes before nobody
     */
    private record Place(Matches.NodeKind kind, int slots) {}

    /**
     * All of these.
     *
     * @param nodes the nodes themselves, for jobs that single some out
     */
    private record Ground(List<Place> places, List<GridNode> nodes) {}

    private Stream<ReadyGroups.Group> groupsOf(Owner owner) {
        return roster.groups().of(owner).values().stream().limit(MOST_OF_OWNER);
    }

    /** @param nodes those that fit the job and are given work */
    Optional<Cause> before(OpenJob job, List<GridNode> nodes) {
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        int cores = job.spec().needs().cores();
        List<Place> places = nodes.stream()
                .map(node -> new Place(node.kind(), Math.max(node.free().slots(), cores)))
                .distinct()
                .limit(MOST_PLACES)
                .toList();
        Ground ground = new Ground(places, nodes.subList(0, Math.min(MOST_PLACES, nodes.size())));
        Set<TypeKey> rivals = rivals(job, ground);
        if (!rivals.contains(job.type())) {
            return Optional.of(new Cause.Turn.UnknownLength(
                    job.spec().type(), roster.shares().fullAt(job.owner())));
        }
        List<OpenJob> own = groupsOf(job.owner())
                .filter(group -> rivals.contains(group.key().type()) && fits(group, ground))
                .map(ReadyGroups.Group::first)
                .toList();
        return highest(job, own)
                .or(() -> roster.settings().isWeighted() ? byShares(job, own, rivals) : Optional.empty())
                .or(() -> older(job));
    }

    /** The types of which something may run now on such nodes, this job's first; not what the limit keeps waiting. */
    private Set<TypeKey> rivals(OpenJob job, Ground ground) {
        Set<TypeKey> all = new LinkedHashSet<>(List.of(job.type()));
        Set<Owner> owners = new LinkedHashSet<>(List.of(job.owner()));
        Stream.concat(Stream.of(job.owner()), roster.groups().owners().stream())
                .distinct()
                .flatMap(this::groupsOf)
                .limit(MOST_GROUPS)
                .filter(group -> fits(group, ground))
                .forEach(group -> {
                    all.add(group.key().type());
                    owners.add(group.key().type().owner());
                });
        return roster.settings().isWeighted()
                ? new LinkedHashSet<>(roster.shares().allowed(List.copyOf(all), owners, Function.identity()))
                : all;
    }

    private boolean fits(ReadyGroups.Group group, Ground ground) {
        ReadyGroups.Key key = group.key();
        Requirements needs = key.wanted().needs();
        return (!needs.isChoosy() || ground.nodes().stream().anyMatch(node -> roster.isFor(needs, node)))
                && ground.places().stream()
                        .anyMatch(place -> needs.cores() <= place.slots()
                                && place.kind().fits(key.wanted(), key.type().type()));
    }

    private static Optional<Cause> highest(OpenJob job, List<OpenJob> own) {
        int mine = job.spec().turn().priority();
        OpenJob found = null;
        int highest = mine;
        for (OpenJob other : own) {
            int theirs = other.spec().turn().priority();
            if (theirs > highest) {
                highest = theirs;
                found = other;
            }
        }
        return found == null
                ? Optional.empty()
                : Optional.of(new Cause.Behind.HigherPriority(found.id(), highest, mine));
    }

    private Optional<Cause> byShares(OpenJob job, List<OpenJob> own, Set<TypeKey> rivals) {
        List<Owner> owners = rivals.stream().map(TypeKey::owner).distinct().toList();
        return roster.shares().next(owners).equals(job.owner())
                ? ofOwn(job, own)
                : Optional.of(new Cause.Turn.OtherOwner());
    }

    /** By the weights of the owner's jobs and types. */
    private Optional<Cause> ofOwn(OpenJob job, List<OpenJob> own) {
        int mine = job.spec().turn().priority();
        List<OpenJob> rivals =
                own.stream().filter(one -> one.spec().turn().priority() == mine).toList();
        Optional<JobShares.Turn> turn = roster.shares()
                .turnOfJobs(job.owner(), rivals.stream().map(OpenJob::id).toList());
        if (turn.isPresent() && !roster.shares().isOf(job.owner(), turn.get(), job.id())) {
            return Optional.of(byWeight(job, turn.get()));
        }
        Optional<TypeKey> type = roster.shares()
                .turnOfTypes(
                        job.owner(),
                        rivals.stream().map(OpenJob::type).distinct().toList());
        return type.filter(next -> !next.equals(job.type())).map(next -> new Cause.Behind.TypeFirst(next.type()));
    }

    /** Jobs of weight 1 are counted together: this one may have had nothing, and the others of them much. */
    private Cause byWeight(OpenJob job, JobShares.Turn turn) {
        boolean even = roster.shares().isEven(job.owner(), turn, job.id());
        Integer weight = job.isWeighed() ? job.spec().turn().weight() : null;
        return new Cause.Behind.LessServed(turn.job().orElse(null), weight, even);
    }

    /** Jobs that are alike follow each other. */
    private Optional<Cause> older(OpenJob job) {
        ReadyGroups.Group group = roster.groups().of(job.owner()).get(ReadyGroups.Key.of(job));
        OpenJob first = group == null ? job : group.first();
        return group == null || first == job || group.hasReturned(job)
                ? Optional.empty()
                : Optional.of(
                        new Cause.Behind.Older(first.id(), first.spec().turn().priority()));
    }
}
