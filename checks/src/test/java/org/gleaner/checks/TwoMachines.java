package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two network namespaces with one cable between them: as near to two machines as one machine comes. Needs root. */
final class TwoMachines {
    static final String SERVER_ADDRESS = "10.213.77.1";
    static final String PC_ADDRESS = "10.213.77.2";
    /** Who works at the PC: nobody special. */
    static final int PERSON = 65_534;

    private final Shell shell = new Shell(Path.of("/"));
    private final String server;
    private final String pc;

    private TwoMachines(String server, String pc) {
        this.server = server;
        this.pc = pc;
    }

    static TwoMachines connect() throws IOException, InterruptedException {
        boolean root = Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        assumeTrue(root, "network namespaces need root");
        assumeTrue(
                Files.isExecutable(Path.of("/usr/sbin/ip")) || Files.isExecutable(Path.of("/sbin/ip")),
                "ip (package iproute2) is not installed");
        String id = Long.toString(ProcessHandle.current().pid());
        TwoMachines both = new TwoMachines("glnr-s" + id, "glnr-p" + id);
        assumeTrue(both.shell.run("ip", "netns", "add", both.server).exit() == 0, "this kernel makes no namespaces");
        both.ip("netns", "add", both.pc);
        both.ip("link", "add", "g0s" + id, "netns", both.server, "type", "veth", "peer", "g0p" + id, "netns", both.pc);
        both.up(both.server, "g0s" + id, SERVER_ADDRESS);
        both.up(both.pc, "g0p" + id, PC_ADDRESS);
        return both;
    }

    private void up(String namespace, String link, String address) throws IOException, InterruptedException {
        ip("-n", namespace, "addr", "add", address + "/30", "dev", link);
        ip("-n", namespace, "link", "set", link, "up");
        ip("-n", namespace, "link", "set", "lo", "up");
    }

    private void ip(Object... words) throws IOException, InterruptedException {
        List<Object> all = new ArrayList<>(List.of("ip"));
        all.addAll(List.of(words));
        Shell.Result result = shell.run(all.toArray());
        assertThat(result.exit()).as(result.err()).isZero();
    }

    /** Starts a line of the shell on the server's machine. */
    Shell.Started onServer(Path directory, Map<String, String> environment, String line) throws IOException {
        Shell there = new Shell(directory);
        environment.forEach(there::with);
        return there.start("ip", "netns", "exec", server, "sh", "-c", line);
    }

    /** Starts a line of the shell on the PC, as somebody without rights and with nothing in the environment. */
    Shell.Started onPc(Path home, String line) throws IOException {
        return new Shell(home)
                .start(
                        "ip",
                        "netns",
                        "exec",
                        pc,
                        "setpriv",
                        "--reuid=" + PERSON,
                        "--regid=" + PERSON,
                        "--clear-groups",
                        "env",
                        "-i",
                        "HOME=" + home,
                        "GLEANER_HOME=" + home.resolve(".gleaner"),
                        "PATH=/usr/local/bin:/usr/bin:/bin",
                        "GLEANER_AGENT_PRIORITY=normal",
                        "sh",
                        "-c",
                        line);
    }

    /** Processes of the PC. */
    List<Long> pcProcesses() throws IOException, InterruptedException {
        return shell.run("ip", "netns", "pids", pc)
                .out()
                .lines()
                .map(Long::valueOf)
                .toList();
    }

    /** The power fails. */
    void cutPowerOfPc() throws IOException, InterruptedException {
        killAll(pc);
    }

    private void killAll(String namespace) throws IOException, InterruptedException {
        for (int round = 0; round < 20; round++) {
            List<String> pids =
                    shell.run("ip", "netns", "pids", namespace).out().lines().toList();
            if (pids.isEmpty()) {
                return;
            }
            for (String pid : pids) {
                ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    void switchOff() throws IOException, InterruptedException {
        killAll(pc);
        killAll(server);
        shell.run("ip", "netns", "delete", pc);
        shell.run("ip", "netns", "delete", server);
    }
}
