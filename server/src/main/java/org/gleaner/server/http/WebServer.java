package org.gleaner.server.http;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.gleaner.server.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;

/** Jetty, set up within our limits: HTTP/1.1 on one address, plain or inside TLS. */
public final class WebServer {
    private static final int MOST_THREADS = 32;
    private static final int LEAST_THREADS = 4;
    private static final int ACCEPT_QUEUE = 1024;

    private final Server server;
    private final ServerConnector connector;
    private final ConnectionCount count;
    private final SslContextFactory.@Nullable Server tls;

    /**
     * @param identity to serve with; null: plain HTTP
     * @param proxies whose word about whom they speak for is taken
     */
    public WebServer(
            InetAddress listen,
            int port,
            Handler handler,
            HttpLimits limits,
            @Nullable TlsIdentity identity,
            List<InetAddress> proxies) {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
        threads.setName("http");
        server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(limits.headerBytes());
        // Jetty's memory of header fields takes 100 KB of each connection, and every agent keeps one open.
        http.setHeaderCacheSize(0);
        http.setHttpCompliance(HttpCompliance.RFC7230);
        http.setUriCompliance(UriCompliance.RFC3986);
        http.addCustomizer(new ClientAddress(proxies));
        tls = identity == null ? null : factory(identity);
        // Jetty 12.1.13 now and then gives the buffer of a malformed head back twice. Out of a pool two connections
        // would get it then, and calls of others would be lost in it; without a pool nobody else is touched.
        http.setUseInputDirectByteBuffers(false);
        http.setUseOutputDirectByteBuffers(false);
        connector = new ServerConnector(
                server,
                null,
                null,
                ByteBufferPool.NON_POOLING,
                1,
                1,
                connections(new HttpConnectionFactory(http), tls));
        connector.setHost(listen.getHostAddress());
        connector.setPort(port);
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setReuseAddress(true);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
        count = new ConnectionCount(limits, System::nanoTime);
        http.addCustomizer(count);
        connector.addBean(count);
        HeadDeadline deadline = new HeadDeadline(handler, limits.grace());
        connector.addBean(deadline);
        server.setHandler(deadline);
        server.setErrorHandler(new ProblemErrors());
        server.setStopTimeout(0);
    }

    private static ConnectionFactory[] connections(HttpConnectionFactory http, SslContextFactory.@Nullable Server tls) {
        return tls == null
                ? new ConnectionFactory[] {http}
                : new ConnectionFactory[] {new SslConnectionFactory(tls, http.getProtocol()), http};
    }

    private static SslContextFactory.Server factory(TlsIdentity identity) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        fill(factory, identity);
        // We have one certificate; whoever reaches us by another of our names or by an address gets it all the same.
        factory.setSniRequired(false);
        return factory;
    }

    private static void fill(SslContextFactory factory, TlsIdentity identity) {
        factory.setKeyStore(identity.keyStore());
        factory.setKeyStorePassword(TlsIdentity.KEY_STORE_PASSWORD);
    }

    /** From now on new connections see this one. */
    public void renew(TlsIdentity identity) throws IOException {
        SslContextFactory.Server factory = tls;
        if (factory == null) {
            return;
        }
        try {
            factory.reload(it -> fill(it, identity));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Jetty does not take the new certificate", e);
        }
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

    /** Where connections take their buffers from. */
    ByteBufferPool buffers() {
        return connector.getByteBufferPool();
    }

    /** What is wrong if connections have to wait until others end, or may soon. */
    public Optional<String> crowded() {
        return count.told();
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
