package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.JobSpec;

/** Of jobs that come together all get durable at once or none does, and who asks again is told the same ones. */
public final class AllOrNone implements Checker {
    /** The names of all jobs that come with one, by its name; names are given once in a world. */
    private final TreeMap<String, TreeSet<String>> together = new TreeMap<>();

    private final TreeMap<String, List<JobId>> told = new TreeMap<>();
    private final TreeSet<String> durable = new TreeSet<>();

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        for (AddressedCommand one : commands) {
            if (one.command() instanceof Command.SubmitAll submit) {
                TreeSet<String> names = names(submit);
                names.forEach(name -> together.put(name, names));
            }
        }
    }

    private static TreeSet<String> names(Command.SubmitAll submit) {
        TreeSet<String> names = new TreeSet<>();
        submit.bundle().specs().stream().map(JobSpec::name).forEach(names::add);
        return names;
    }

    @Override
    public void committed(GridEvent.Hard event, Ledger before) {
        if (event instanceof GridEvent.JobSubmitted submitted) {
            durable.add(submitted.spec().name());
            forgotten(submitted, before);
        }
    }

    /**
     * A key goes with its age, and with the job that has it: then the same jobs come anew, and who asks again is told
     * those. Nobody need have been told when they came, as the answer to a batch may be lost.
     */
    private void forgotten(GridEvent.JobSubmitted submitted, Ledger before) {
        TreeSet<String> all = together.get(submitted.spec().name());
        if (all != null && submitted.key() != null && before.submittedWith(submitted.key()) == null) {
            told.remove(all.first());
        }
    }

    @Override
    public void ran(BatchRun batch) {
        look();
        Map<Address, Command> asked = new HashMap<>();
        batch.commands().forEach(one -> asked.put(one.address(), one.command()));
        for (AddressedReply one : batch.result().replies()) {
            if (one.reply() instanceof Reply.SubmittedAll reply
                    && asked.get(one.address()) instanceof Command.SubmitAll submit) {
                List<JobId> before = told.put(names(submit).first(), reply.jobs());
                if (reply.again() && before != null && !before.equals(reply.jobs())) {
                    throw violation("the same jobs were first called " + before + " and now " + reply.jobs());
                }
            }
        }
    }

    @Override
    public void crashed() {
        look();
    }

    private void look() {
        for (String name : durable) {
            TreeSet<String> all = together.getOrDefault(name, new TreeSet<>());
            if (!durable.containsAll(all)) {
                throw violation(durable + " got durable, but " + all + " came together");
            }
        }
        durable.clear();
    }
}
