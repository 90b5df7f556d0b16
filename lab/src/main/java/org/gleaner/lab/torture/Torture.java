package org.gleaner.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.lab.child.Child;
import org.gleaner.lab.fuzz.Dice;
import org.gleaner.lab.fuzz.LogCheck;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.message.SweepResult;
import org.gleaner.protocol.thread.Vigil;

/** A storm over a ground that works, the calm behind it, and the look at what is left. Confined to one thread. */
final class Torture {
    private static final int CUSTOMERS = 3;
    private static final int MOST_JOBS = 1000;
    private static final int MOST_SWEEPS = 100;
    private static final int ROLLED_LOGS = 5;
    private static final Duration SETTLE_PATIENCE = Duration.ofMinutes(5);
    private static final Duration TIDY_PATIENCE = Duration.ofMinutes(1);
    private static final Duration END_PATIENCE = Duration.ofSeconds(45);
    private static final long PAUSE_MILLIS = 100;
    /** How the server begins what it says of its store when that fails under it, and only then. */
    private static final List<String> OF_THE_STORE = List.of(
            "the store failed; calls get 503 until it is back",
            "the disk is full; calls get 507 until there is room",
            "the server can't continue",
            "could not write a change to the audit log",
            "a line that is not whole");

    private final Ground ground;
    private final TortureReport report;
    private final NastyUser nasty;
    private final Storm storm;
    private final Inspection inspection;
    private final List<Customer> customers = new ArrayList<>();
    private final List<ProgramUser> programs = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final String run;

    /** @param users of Java programs, for as many as there are */
    Torture(Ground ground, long seed, int users, TortureReport report) throws IOException {
        this.ground = ground;
        this.report = report;
        this.nasty = new NastyUser(ground);
        this.inspection = new Inspection(ground);
        // A database that was given may hold the jobs of an earlier run.
        this.run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        Path folder = Files.createDirectories(ground.folder().resolve("customers"));
        for (int i = 1; i <= CUSTOMERS; i++) {
            customers.add(new Customer(
                    run + "-" + i, new Dice(seed * CUSTOMERS + i), folder, ground.customerCalls(), report::find));
        }
        for (int i = 1; i <= users; i++) {
            boolean problems = i % 2 == 0 && ground.hasProblems();
            ProgramUser user = new ProgramUser(
                    "program-" + run + "-" + i,
                    problems ? ProgramStory.Kind.PROBLEM : ProgramStory.Kind.EXECUTOR,
                    new Dice(seed * MOST_JOBS + i),
                    ground,
                    report::find);
            ground.keep(user::close);
            programs.add(user);
        }
        this.storm =
                new Storm(ground, new Dice(seed), Faults.on(ground, nasty, programs), this::tasksDone, report::find);
    }

    void run(Duration length) throws IOException, InterruptedException {
        try {
            customers.forEach(customer -> start("a customer", customer::work));
            programs.forEach(user -> start("a user of programs", user::work));
            storm.lull();
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < length.toNanos()) {
                storm.step();
                report.progress("storm", Duration.ofNanos(System.nanoTime() - begin), storm.counts(), tasksDone());
            }
            storm.calm();
            customers.forEach(Customer::close);
            programs.forEach(ProgramUser::finish);
            nasty.end();
            settle();
            check();
            report.count(storm.counts(), ground.impossible(), storm.explainedEnds());
        } finally {
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                thread.join(TIDY_PATIENCE.toMillis());
            }
        }
    }

    private void start(String who, Fault.Act work) {
        Thread thread = Vigil.daemon("customer").newThread(() -> {
            try {
                work.run();
            } catch (IOException failed) {
                report.find(who + " could not continue", String.valueOf(failed));
            } catch (InterruptedException told) {
                Thread.currentThread().interrupt();
            }
        });
        threads.add(thread);
        thread.start();
    }

    private int tasksDone() {
        return customers.stream().mapToInt(Customer::tasksDone).sum();
    }

    /** Everything that was accepted must come to its end by itself, as nothing is in its way any more. */
    private void settle() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while ((threads.stream().anyMatch(Thread::isAlive) || !ground.isServing()) && isEarly(begin, SETTLE_PATIENCE)) {
            storm.lookAfter();
            report.progress("settling", Duration.ofNanos(System.nanoTime() - begin), storm.counts(), tasksDone());
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        for (Thread thread : threads) {
            if (thread.isAlive()) {
                thread.interrupt();
                thread.join(TIDY_PATIENCE.toMillis());
                report.find("not all jobs finish", stuck());
            }
        }
        programs.forEach(ProgramUser::close);
        adopt();
    }

    private String stuck() throws IOException {
        StringBuilder all = new StringBuilder("after " + SETTLE_PATIENCE + " of calm:");
        for (Customer customer : customers) {
            for (JobId job : customer.unsettled()) {
                all.append(" job " + job + ": " + ground.calls().why(job.toString()));
            }
        }
        return all.toString();
    }

    private static boolean isEarly(long begin, Duration patience) {
        return System.nanoTime() - begin < patience.toNanos();
    }

    /** Jobs that are there although nobody heard so must come to their end like all others. */
    private void adopt() throws IOException, InterruptedException {
        Map<String, JobId> there = new HashMap<>();
        for (JobSummary job : jobs()) {
            there.put(job.name(), job.id());
        }
        for (Customer customer : customers) {
            for (Story story : customer.stories()) {
                JobId job = there.get(story.work().name());
                if (story.job() == null && job != null) {
                    story.find(job);
                }
            }
            long begin = System.nanoTime();
            while (!customer.unsettled().isEmpty() && isEarly(begin, TIDY_PATIENCE)) {
                customer.look();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            if (!customer.unsettled().isEmpty()) {
                report.find("not all jobs finish", stuck());
            }
        }
    }

    /** What programs asked for comes to its end like all else, whoever was killed. */
    private void checkPrograms() throws IOException, InterruptedException {
        List<ProgramStory> stories = new ArrayList<>();
        for (ProgramUser user : programs) {
            stories.addAll(user.stories());
            user.sealLate();
            long begin = System.nanoTime();
            List<JobSummary> open = user.open();
            while (!open.isEmpty() && isEarly(begin, TIDY_PATIENCE)) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                open = user.open();
            }
            open.forEach(job -> report.find("a program's job does not end", job.toString()));
        }
        ProgramCheck.of(stories).forEach(broken -> report.find(broken.kind(), broken.what()));
        long examples =
                stories.stream().filter(story -> story.example() != null).count();
        report.programs(stories.size(), (int) examples);
    }

    private List<JobSummary> jobs() throws IOException {
        Answer<JobPage> answer = ground.calls().jobs("", MOST_JOBS);
        if (!(answer instanceof Answer.Success<JobPage> success)) {
            report.find("the server does not list its jobs", answer.toString());
            return List.of();
        }
        return success.value().jobs().stream()
                .filter(job -> job.name().startsWith(run + "-"))
                .toList();
    }

    private void check() throws IOException, InterruptedException {
        checkPrograms();
        UserCalls calls = ground.calls();
        OutputReader outputs = new OutputReader(calls, ground.folder());
        Map<JobId, SortedMap<Integer, SortedMap<String, String>>> found = new HashMap<>();
        List<JobSummary> jobs = jobs();
        for (JobSummary job : jobs) {
            if (!outputs.read(job.id(), files -> found.put(job.id(), files))) {
                report.find("the outputs of a job can't be read", job.toString());
            }
        }
        long begin = System.nanoTime();
        while (!(inspection.leftovers().isEmpty() && inspection.processes().isEmpty())
                && isEarly(begin, TIDY_PATIENCE)) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        List<String> leftovers = inspection.leftovers();
        List<String> processes = inspection.processes();
        sweep(calls);
        endAll();
        processes.addAll(inspection.processes());
        try (Connection database = ground.rows().open()) {
            List<Evidence.Stored> stored = new ArrayList<>();
            for (JobSummary job : jobs) {
                stored.add(new Evidence.Stored(
                        job.id().value(),
                        job.name(),
                        inspection.accepted(database, job.id()),
                        found.getOrDefault(job.id(), new TreeMap<>())));
            }
            Evidence.Left left = new Evidence.Left(processes, leftovers);
            Evidence history =
                    new Evidence(told(), stored, inspection.shelf(), inspection.named(database), left, nasty.attacks());
            EvidenceCheck.of(history).forEach(broken -> report.find(broken.kind(), broken.what()));
            report.checked(history);
        } catch (SQLException unreadable) {
            report.find("the database can't be read", String.valueOf(unreadable.getMessage()));
        }
        log();
    }

    private void sweep(UserCalls calls) {
        boolean more = true;
        for (int i = 0; more && i < MOST_SWEEPS; i++) {
            Answer<SweepResult> answer = calls.storage().sweep(new SweepRequest(Duration.ZERO));
            if (!(answer instanceof Answer.Success<SweepResult> success)) {
                report.find("the server does not sweep", answer.toString());
                return;
            }
            more = success.value().more();
        }
    }

    private void endAll() throws IOException, InterruptedException {
        List<Child> all = new ArrayList<>();
        ground.agents().forEach(agent -> all.add(agent.child()));
        all.add(ground.server());
        for (Child child : all) {
            if (!child.end(END_PATIENCE)) {
                report.find("something does not stop when told to", child.name() + ": " + child.lastWords());
            }
        }
    }

    private List<Evidence.Told> told() {
        List<Evidence.Told> told = new ArrayList<>();
        for (Customer customer : customers) {
            for (Story story : customer.stories()) {
                Work work = story.work();
                told.add(new Evidence.Told(
                        work.name(),
                        work.tasks(),
                        story.isAcknowledged(),
                        story.wanted(),
                        work.expected(),
                        story.seen()));
            }
        }
        return told;
    }

    static boolean isOfTheStore(String message) {
        return OF_THE_STORE.stream().anyMatch(message::startsWith);
    }

    private void log() throws IOException {
        List<Path> logs = new ArrayList<>(List.of(ground.data().resolve("server.log")));
        for (int i = 1; i <= ROLLED_LOGS; i++) {
            logs.add(ground.data().resolve("server.log." + i));
        }
        for (Path log : logs) {
            for (LogCheck.Entry entry : LogCheck.read(log)) {
                boolean explained = storm.storeWasIll() && isOfTheStore(entry.message());
                if (entry.isError() && !explained) {
                    report.find(entry.kind(), "the log says: " + entry.line());
                }
            }
        }
    }
}
