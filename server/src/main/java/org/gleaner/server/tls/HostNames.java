package org.gleaner.server.tls;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The names and addresses under which a server that listens on an address can be reached. */
public final class HostNames {
    private static final Pattern NAME = Pattern.compile("(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62}\\.?)+");
    private static final Pattern SIX = Pattern.compile("[0-9a-f.]*:[0-9a-f:.]*");
    private static final Pattern FOUR = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private HostNames() {}

    /** What a certificate is made for; the first is the one to tell others. */
    public static List<String> of(InetAddress listen, List<String> extra) throws IOException {
        Set<String> names = new LinkedHashSet<>(extra);
        if (!listen.isAnyLocalAddress()) {
            names.add(text(listen));
        }
        String host = listen.isLoopbackAddress() ? "" : host();
        // A name without a dot is often known to nobody else; then an address is the better one to tell.
        if (host.contains(".")) {
            names.add(host);
        }
        if (listen.isAnyLocalAddress()) {
            addInterfaces(names);
        }
        if (!host.isEmpty()) {
            names.add(host);
        }
        names.add("localhost");
        names.add("127.0.0.1");
        names.add("::1");
        return List.copyOf(names);
    }

    /** Whether it can be a name or an address of a host. */
    public static boolean isValid(String name) {
        return isAddress(name)
                || (NAME.matcher(name).matches() && !FOUR.matcher(name).matches());
    }

    static boolean isAddress(String name) {
        if (!SIX.matcher(name).matches() && !FOUR.matcher(name).matches()) {
            return false;
        }
        try {
            return !InetAddress.getByName(name).getHostAddress().isEmpty();
        } catch (UnknownHostException malformed) {
            return false;
        }
    }

    /** One spelling for each address. */
    static String canonical(String name) {
        try {
            return isAddress(name) ? text(InetAddress.getByName(name)) : name;
        } catch (UnknownHostException impossible) {
            return name;
        }
    }

    private static String host() {
        try {
            String host = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            return NAME.matcher(host).matches() && !host.equals("localhost") ? host : "";
        } catch (UnknownHostException nameless) {
            return "";
        }
    }

    private static void addInterfaces(Set<String> names) throws IOException {
        List<String> four = new ArrayList<>();
        List<String> six = new ArrayList<>();
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (!address.isLoopbackAddress() && !address.isLinkLocalAddress()) {
                    (address instanceof Inet6Address ? six : four).add(text(address));
                }
            }
        }
        names.addAll(four);
        names.addAll(six);
    }

    private static String text(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
