package org.gleaner.core.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.junit.jupiter.api.Test;

class WeighedJobsTest {
    private static final TypeKey TYPE = new TypeKey(new Owner("ann"), "sim");
    private static final int MOST = 100;

    private final WeighedJobs jobs = new WeighedJobs();
    private final TreeMap<Long, Account> same = new TreeMap<>();

    @Test
    void whoever_comes_and_goes_it_holds_the_same_as_a_map_and_adds_up_in_the_same_order() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 4_000; i++) {
            long job = 1 + random.nextLong(MOST);
            int index = jobs.indexOf(job, random.nextInt(-1, MOST));
            assertThat(index >= 0).isEqualTo(same.containsKey(job));
            // First there are more and more, then less and less.
            if (index < 0 && i < 2_000) {
                add(job, random);
            } else if (index >= 0 && random.nextInt(3) == 0) {
                jobs.remove(index);
                same.remove(job);
            } else if (index >= 0) {
                double minutes = random.nextDouble();
                jobs.charge(index, minutes);
                account(job).spent += minutes;
            }
            if (i % 100 == 0) {
                divide(random.nextDouble(-9, 9));
            }
            check();
        }
        assertThat(jobs.isEmpty()).isTrue();
    }

    private Account account(long job) {
        return same.getOrDefault(job, new Account());
    }

    private void add(long job, SplittableRandom random) {
        Account account = new Account();
        account.weight = random.nextInt(2, 9);
        account.credit = random.nextDouble(-9, 9);
        jobs.add(job, TYPE, (int) job, account);
        same.put(job, account);
    }

    private void divide(double minutes) {
        double weights = jobs.plusWeights(1);
        jobs.credit(minutes, weights);
        same.values().forEach(one -> one.credit += one.weight / weights * minutes);
    }

    private void check() {
        double weights = 1;
        double settled = 0.5;
        int index = 0;
        for (Map.Entry<Long, Account> one : same.entrySet()) {
            weights += one.getValue().weight;
            settled += one.getValue().settled();
            assertThat(jobs.indexOf(one.getKey(), index)).isEqualTo(index);
            assertThat(jobs.cores(index)).isEqualTo(one.getKey().intValue());
            assertThat(jobs.weight(index)).isEqualTo(one.getValue().weight);
            assertThat(jobs.settled(index)).isEqualTo(one.getValue().settled());
            index++;
        }
        assertThat(jobs.size()).isEqualTo(index);
        assertThat(jobs.plusWeights(1)).isEqualTo(weights);
        assertThat(jobs.plusSettled(0.5)).isEqualTo(settled);
    }
}
