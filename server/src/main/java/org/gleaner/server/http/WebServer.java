package org.gleaner.server.http;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Duration;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty, set up within our limits: HTTP/1.1 on one address. */
public final class WebServer {
    private static final int MOST_THREADS = 32;
    private static final int LEAST_THREADS = 4;
    private static final int ACCEPT_QUEUE = 1024;

    private final Server server;
    private final ServerConnector connector;

    public WebServer(InetAddress listen, int port, Handler handler, HttpLimits limits) {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
        threads.setName("http");
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(limits.headerBytes());
        http.setHttpCompliance(HttpCompliance.RFC7230);
        http.setUriCompliance(UriCompliance.RFC3986);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(listen.getHostAddress());
        connector.setPort(port);
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setReuseAddress(true);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        server.setHandler(handler);
        server.setErrorHandler(new ProblemErrors());
        server.setStopTimeout(0);
    }

    /** Takes the port; calls are served from then on. */
    public void start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            // Jetty hides what a person must know behind a failure of its own.
            throw e.getCause() instanceof BindException taken ? taken : e;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Jetty does not start", e);
        }
    }

    /** The port that it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** No new connections; those that are open go on. */
    public void stopAccepting() {
        connector.close();
    }

    /** Ends it, whatever is still under way. */
    public void stop(Duration patience) throws IOException {
        server.setStopTimeout(patience.toMillis());
        try {
            server.stop();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Jetty does not stop", e);
        }
    }
}
