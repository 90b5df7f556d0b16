package org.gleaner.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Slurm as the distribution ships it, with a controller and one node on this machine. An array job starts {@code
 * /bin/true} through slurmd: the script is nothing else, so that no shell is started between. Accounting, cgroups and
 * backfilling are off, and the node offers more CPUs than there are, which hides how long each start takes.
 */
final class SlurmPeer implements Peer {
    private static final int CPUS = 8;
    private static final int KEY_BYTES = 1_024;
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Asking costs CPU time too. */
    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

    private final Path folder;
    private final List<Process> daemons = new ArrayList<>();
    private final Path script;
    private final String name;

    SlurmPeer(Path folder) throws PeerAbsent, IOException, InterruptedException {
        this.folder = folder;
        for (String program : List.of("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo")) {
            if (!isInstalled(program)) {
                throw new PeerAbsent(program + " is not installed (Debian: slurm-wlm and munge)");
            }
        }
        script = Files.writeString(folder.resolve("script"), "#!/bin/true\n");
        writeKey();
        Files.writeString(folder.resolve("slurm.conf"), configuration());
        name = ask("sinfo", "--version").strip().replace("slurm-wlm", "Slurm");
        Files.createDirectories(folder.resolve("state"));
        Files.createDirectories(folder.resolve("spool"));
        daemon(
                "munged",
                "--foreground",
                "--force",
                "--key-file=" + folder.resolve("munge.key"),
                "--socket=" + folder.resolve("munge.socket"),
                "--pid-file=" + folder.resolve("munged.pid"),
                "--log-file=" + folder.resolve("munged.log"),
                "--seed-file=" + folder.resolve("munge.seed"));
        daemon("slurmctld", "-D", "-c");
        daemon("slurmd", "-D", "-N", "bench");
        awaitNode();
    }

    private static boolean isInstalled(String program) {
        // The daemons are not in the path of ordinary users.
        return Arrays.stream((System.getenv("PATH") + ":/usr/sbin").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private void writeKey() throws IOException {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Path file = Files.createFile(
                folder.resolve("munge.key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file, key);
    }

    private String configuration() throws IOException {
        String host = InetAddress.getLocalHost().getHostName().split("\\.", 2)[0];
        return """
                ClusterName=bench
                SlurmctldHost=%1$s(127.0.0.1)
                SlurmUser=%2$s
                SlurmdUser=%2$s
                AuthInfo=socket=%3$s/munge.socket
                SlurmctldPidFile=%3$s/slurmctld.pid
                SlurmdPidFile=%3$s/slurmd.pid
                StateSaveLocation=%3$s/state
                SlurmdSpoolDir=%3$s/spool
                SlurmctldDebug=error
                SlurmdDebug=error
                MailProg=/bin/true
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                MpiDefault=none
                JobAcctGatherType=jobacct_gather/none
                AccountingStorageType=accounting_storage/none
                JobCompType=jobcomp/none
                SchedulerType=sched/builtin
                SchedulerParameters=default_queue_depth=10000,sched_interval=2,sched_min_interval=1000
                SelectType=select/cons_tres
                SelectTypeParameters=CR_CPU
                SlurmdParameters=config_overrides
                MaxArraySize=100001
                MaxJobCount=200000
                ReturnToService=2
                NodeName=bench NodeAddr=127.0.0.1 CPUs=%4$d State=UNKNOWN
                PartitionName=all Nodes=bench Default=YES MaxTime=INFINITE State=UP
                """.formatted(host, System.getProperty("user.name"), folder, CPUS);
    }

    private ProcessBuilder command(String... words) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("SLURM_CONF", folder.resolve("slurm.conf").toString());
        builder.environment().merge("PATH", ":/usr/sbin", String::concat);
        return builder.directory(folder.toFile());
    }

    private void daemon(String... words) throws IOException {
        daemons.add(command(words)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(words[0] + ".out").toFile())
                .start());
    }

    private String ask(String... words) throws IOException, InterruptedException {
        Process process = command(words)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("commands.log").toFile()))
                .start();
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? answer : "";
    }

    private void awaitNode() throws PeerAbsent, IOException, InterruptedException {
        long end = System.nanoTime() + START_PATIENCE.toNanos();
        while (!ask("sinfo", "--noheader", "--format=%t").strip().equals("idle")) {
            if (System.nanoTime() > end || daemons.stream().anyMatch(daemon -> !daemon.isAlive())) {
                close();
                throw new PeerAbsent("Slurm does not start here");
            }
            TimeUnit.NANOSECONDS.sleep(BETWEEN_QUESTIONS.toNanos());
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void work(int tasks) throws IOException, InterruptedException {
        String job = ask("sbatch", "--parsable", "--array=1-" + tasks, "--output=/dev/null", script.toString())
                .strip();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!ask("squeue", "--noheader", "--states=pending,running,completing")
                .isBlank()) {
            if (System.nanoTime() > end) {
                throw new IOException("Slurm did not do " + tasks + " tasks in " + PATIENCE);
            }
            TimeUnit.NANOSECONDS.sleep(BETWEEN_QUESTIONS.toNanos());
        }
        long completed = ask("squeue", "--noheader", "--array", "--states=completed", "--jobs=" + job, "--format=%i")
                .lines()
                .count();
        if (completed != tasks) {
            throw new IOException("of " + tasks + " tasks of Slurm " + completed + " were completed");
        }
    }

    @Override
    public void close() {
        daemons.forEach(Process::destroyForcibly);
    }
}
