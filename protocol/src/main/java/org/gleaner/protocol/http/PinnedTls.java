package org.gleaner.protocol.http;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Connections to a server whose certificate must come from one authority, known by its fingerprint. The server sends
 * the authority's certificate along; once its fingerprint fits, the JDK judges the chain, the dates and the host's name
 * as ever, with that authority as the only one. A class of its own, so that plain HTTP loads nothing of TLS.
 */
final class PinnedTls implements ConnectionOpener {
    private final SSLSocketFactory sockets;

    PinnedTls(CertificatePin pin) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new PinnedTrust(pin)}, new SecureRandom());
            // One for all connections: the JDK keeps them alive per factory.
            sockets = context.getSocketFactory();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JVM has TLS", impossible);
        }
    }

    @Override
    public HttpURLConnection open(URL url) throws IOException {
        HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
        connection.setSSLSocketFactory(sockets);
        return connection;
    }

    private record PinnedTrust(CertificatePin pin) implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            throw new CertificateException("nobody is a client here");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            for (X509Certificate certificate : chain) {
                if (CertificatePin.of(certificate).equals(pin) && certificate.getBasicConstraints() >= 0) {
                    judge(chain, kind, certificate);
                    return;
                }
            }
            throw new CertificateException("the server's certificate is not from the pinned authority");
        }

        private static void judge(X509Certificate[] chain, String kind, X509Certificate authority)
                throws CertificateException {
            try {
                KeyStore only = KeyStore.getInstance(KeyStore.getDefaultType());
                only.load(null, null);
                only.setCertificateEntry("pinned", authority);
                TrustManagerFactory factory =
                        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                factory.init(only);
                for (TrustManager manager : factory.getTrustManagers()) {
                    if (manager instanceof X509TrustManager judge) {
                        judge.checkServerTrusted(chain, kind);
                        return;
                    }
                }
                throw new CertificateException("this JVM can't judge certificates");
            } catch (CertificateException refused) {
                throw refused;
            } catch (GeneralSecurityException | IOException failed) {
                throw new CertificateException(failed);
            }
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
