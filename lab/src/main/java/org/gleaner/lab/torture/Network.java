package org.gleaner.lab.torture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.agent.machine.Signals;
import org.gleaner.lab.child.Impossible;
import org.gleaner.lab.child.Tool;

/**
 * Network namespaces of our own, joined by a bridge that leads nowhere else. A cut takes the link down: nobody is told,
 * whatever is sent is lost, and connections that were open stay half open.
 */
final class Network {
    /** The addresses that are reserved for measuring network devices; nobody has them. */
    private static final String PREFIX = "198.18.";

    private static final int SUBNETS = 256;
    private static final int FIRST_HOST = 10;

    private final String name;
    private final String subnet;
    private final List<Integer> spaces = new ArrayList<>();

    private Network(String name, String subnet) {
        this.name = name;
        this.subnet = subnet;
    }

    static Network open() throws Impossible, IOException, InterruptedException {
        long self = ProcessHandle.current().pid();
        String subnet = freeSubnet((int) (self % SUBNETS));
        // Names of devices have at most 15 characters.
        Network network = new Network("gl" + Long.toString(self, Character.MAX_RADIX), subnet);
        try {
            Tool.must("ip", "link", "add", network.name, "type", "bridge");
            Tool.must("ip", "addr", "add", network.host() + "/24", "dev", network.name);
            Tool.must("ip", "link", "set", network.name, "up");
            network.add(0);
            return network;
        } catch (Impossible | IOException | InterruptedException failed) {
            network.remove();
            throw failed;
        }
    }

    private static String freeSubnet(int first) throws Impossible, IOException, InterruptedException {
        Tool.Result known = Tool.run(List.of("ip", "-o", "-4", "addr"));
        if (!known.isWell()) {
            throw new Impossible("'ip' does not work: " + known.said());
        }
        for (int i = 0; i < SUBNETS; i++) {
            String subnet = PREFIX + (first + i) % SUBNETS + ".";
            if (!known.said().contains(" " + subnet)) {
                return subnet;
            }
        }
        throw new Impossible("all addresses below " + PREFIX + " are in use");
    }

    /** Where the server listens so that all namespaces reach it. */
    String host() {
        return subnet + "1";
    }

    /** Makes a namespace with this number. */
    void add(int number) throws Impossible, IOException, InterruptedException {
        if (spaces.contains(number)) {
            return;
        }
        spaces.add(number);
        String space = space(number);
        Tool.must("ip", "netns", "add", space);
        Tool.must("ip", "link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space);
        Tool.must("ip", "link", "set", space, "master", name, "up");
        String address = subnet + (FIRST_HOST + number) + "/24";
        Tool.must("ip", "-n", space, "addr", "add", address, "dev", "eth0");
        Tool.must("ip", "-n", space, "link", "set", "eth0", "up");
        Tool.must("ip", "-n", space, "link", "set", "lo", "up");
    }

    /**
     * The words before a program that shall run there. Unlike {@code ip netns exec} they leave the file systems alone,
     * control groups among them.
     */
    List<String> enter(int number) {
        return List.of("nsenter", "--net=/run/netns/" + space(number), "--");
    }

    void cut(int number) throws IOException, InterruptedException {
        Tool.run(List.of("ip", "link", "set", space(number), "down"));
    }

    void repair(int number) throws IOException, InterruptedException {
        Tool.run(List.of("ip", "link", "set", space(number), "up"));
    }

    private String space(int number) {
        return name + "-" + number;
    }

    /** Ends whatever runs there, and takes all of it away. */
    void remove() throws IOException, InterruptedException {
        for (int number : spaces) {
            // A process that is left in it would keep the namespace alive without a name.
            Tool.Result left = Tool.run(List.of("ip", "netns", "pids", space(number)));
            if (left.isWell()) {
                Signals.send("KILL", left.said().lines().map(Long::valueOf).toList());
            }
            Tool.run(List.of("ip", "link", "del", space(number)));
            Tool.run(List.of("ip", "netns", "del", space(number)));
        }
        spaces.clear();
        Tool.run(List.of("ip", "link", "del", name));
    }
}
