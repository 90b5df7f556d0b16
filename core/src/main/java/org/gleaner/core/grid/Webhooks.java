package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which addresses the server may tell that a job ended: none, or those of the hosts that its keeper lists. A server
 * that calls whatever address its users name would be their way into its own network.
 */
public final class Webhooks {
    private static final String OFF = "off";
    private static final int MOST_HOSTS = 100;
    private static final String HOST_PATTERN = "[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?";
    private static final Pattern HOST = Pattern.compile(HOST_PATTERN + "(?::[0-9]{1,5})?");
    /** No user, no password, no fragment: nothing that two programs might read differently. */
    private static final Pattern ADDRESS =
            Pattern.compile("(?i)https?://(" + HOST_PATTERN + ")(?::([0-9]{1,5}))?(?:[/?][^#\\\\\\s]*)?");

    private final List<String> hosts;

    private Webhooks(List<String> hosts) {
        this.hosts = List.copyOf(hosts);
    }

    /** Reads the setting {@code webhooks}: {@code off}, or host names with commas between, with a port if need be. */
    public static Webhooks parse(String setting) {
        List<String> hosts = new ArrayList<>();
        if (setting.equals(OFF)) {
            return new Webhooks(hosts);
        }
        for (String part : setting.split(",", -1)) {
            String host = part.strip().toLowerCase(Locale.ROOT);
            if (!HOST.matcher(host).matches()) {
                throw new IllegalArgumentException("'" + part.strip()
                        + "' is not a host name; write off, or for example hooks.example.org,chat.example.org:8443");
            }
            hosts.add(host);
        }
        if (hosts.size() > MOST_HOSTS) {
            throw new IllegalArgumentException("there are more than " + MOST_HOSTS + " host names");
        }
        return new Webhooks(hosts);
    }

    public boolean isOff() {
        return hosts.isEmpty();
    }

    /** Why this address may not be told; empty if it may. A host listed without a port has only the usual ports. */
    public Optional<Violation> objection(String address) {
        if (isOff()) {
            return Optional.of(Violation.Plain.WEBHOOKS_OFF);
        }
        Matcher match = ADDRESS.matcher(address);
        if (!match.matches()) {
            return Optional.of(Violation.Plain.WEBHOOK_NOT_PLAIN);
        }
        String host = match.group(1).toLowerCase(Locale.ROOT);
        String port = match.group(2);
        boolean usual = port == null || port.equals("80") || port.equals("443");
        if ((usual && hosts.contains(host)) || (port != null && hosts.contains(host + ":" + port))) {
            return Optional.empty();
        }
        return Optional.of(new Violation.WebhookNotListed(host + (port == null ? "" : ":" + port)));
    }
}
