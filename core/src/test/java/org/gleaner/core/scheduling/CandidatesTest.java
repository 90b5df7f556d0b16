package org.gleaner.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.junit.jupiter.api.Test;

final class CandidatesTest {
    private final Candidate annasOld = candidate("anna", "x", 1, 0);
    private final Candidate annasNew = candidate("anna", "x", 5, 0);
    private final Candidate annasOther = candidate("anna", "y", 3, 0);
    private final Candidate bens = candidate("ben", "x", 2, 0);

    private static Candidate candidate(String owner, String type, int job, int priority) {
        TypeKey key = new TypeKey(new Owner(owner), type);
        return new Candidate(
                job,
                key,
                new JobId(job),
                Preference.of(priority, null),
                new Scene.Type(0, 0, 1, null, OptionalDouble.empty()),
                new Scene.Waiting(1),
                0);
    }

    @Test
    void the_oldest_is_found_wherever_it_stands() {
        assertThat(new Candidates(List.of(annasNew, bens, annasOther)).oldest()).isEqualTo(bens);
    }

    @Test
    void the_types_of_an_owner_are_told_apart_by_their_oldest_job() {
        Candidates all = new Candidates(List.of(annasNew, bens, annasOther, annasOld));

        assertThat(all.ofOwners().keySet()).containsExactly(new Owner("anna"), new Owner("ben"));
        assertThat(all.ofOwners().values())
                .extracting(Candidates::ofTypes)
                .containsExactly(List.of(annasOld, annasOther), List.of(bens));
    }

    @Test
    void a_priority_counts_among_the_jobs_of_one_owner() {
        Candidate urgent = candidate("anna", "z", 9, 1);

        assertThat(new Candidates(List.of(annasOld, bens, urgent)).foremost().all())
                .containsExactly(bens, urgent);
    }

    @Test
    void without_priorities_all_are_foremost() {
        Candidates all = new Candidates(List.of(annasOld, bens));

        assertThat(all.foremost()).isSameAs(all);
    }

    @Test
    void what_was_worked_out_stays_right_when_groups_come_go_and_change() {
        SplittableRandom random = new SplittableRandom(7);
        TreeMap<Long, List<Candidate>> groups = new TreeMap<>();
        Candidates kept = new Candidates(List.of());

        for (int step = 0; step < 2_000; step++) {
            long group = random.nextInt(40);
            List<Candidate> now = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                now.add(candidate(group, "owner-" + group % 5, random.nextInt(100), i - 1));
            }
            groups.put(group, now);

            kept.replace(group, now);

            Candidates fresh = new Candidates(
                    groups.values().stream().flatMap(List::stream).toList());
            assertThat(kept.differenceFrom(fresh)).isEmpty();
            assertThat(kept.isEmpty() || kept.oldest().equals(fresh.oldest())).isTrue();
            assertThat(List.copyOf(kept.owners())).isEqualTo(List.copyOf(fresh.owners()));
            assertThat(kept.foremost().all()).isEqualTo(fresh.foremost().all());
        }
    }

    private static Candidate candidate(long group, String owner, int job, int ran) {
        TypeKey key = new TypeKey(new Owner(owner), "x");
        return new Candidate(
                group,
                key,
                new JobId(1 + 40L * job + group),
                Preference.of(job % 10 == 0 ? 1 : 0, null),
                new Scene.Type(0, 0, 1, null, OptionalDouble.empty()),
                new Scene.Waiting(1),
                ran);
    }
}
