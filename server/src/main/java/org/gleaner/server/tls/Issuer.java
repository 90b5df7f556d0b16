package org.gleaner.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes keys and certificates: elliptic curves (P-256), signed with ECDSA. The JDK reads and checks what it makes. */
final class Issuer {
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final int SERIAL_BITS = 127;
    /** Long ago, whatever the clock says: one that is ahead must make nothing that nobody believes once it is right. */
    static final Instant BEGIN = Instant.parse("2020-01-01T00:00:00Z");

    private final SecureRandom random = new SecureRandom();
    private final Date begin;

    Issuer() {
        this(BEGIN);
    }

    /** One whose certificates begin at another time. */
    Issuer(Instant begin) {
        this.begin = Date.from(begin);
    }

    KeyPair newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    /** An authority that signs itself, for end certificates only. */
    X509Certificate authority(KeyPair key, String name, Instant end) throws GeneralSecurityException, IOException {
        X500Name subject = name(name);
        JcaX509v3CertificateBuilder builder =
                new JcaX509v3CertificateBuilder(subject, serial(), begin, Date.from(end), subject, key.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        builder.addExtension(
                Extension.subjectKeyIdentifier,
                false,
                new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key.getPublic()));
        return sign(builder, key.getPrivate());
    }

    /** A server's certificate for all of these names and addresses. */
    X509Certificate server(X509Certificate authority, PrivateKey signer, PublicKey key, List<String> names, Instant end)
            throws GeneralSecurityException, IOException {
        X500Name issuer =
                X500Name.getInstance(authority.getSubjectX500Principal().getEncoded());
        JcaX509v3CertificateBuilder builder =
                new JcaX509v3CertificateBuilder(issuer, serial(), begin, Date.from(end), name("Gleaner server"), key);
        GeneralName[] alternatives = names.stream()
                .map(name ->
                        new GeneralName(HostNames.isAddress(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new);
        JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives));
        builder.addExtension(
                Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(authority));
        return sign(builder, signer);
    }

    static PrivateKey key(byte[] encoded) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    static X509Certificate certificate(byte[] encoded) throws GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static X509Certificate sign(JcaX509v3CertificateBuilder builder, PrivateKey signer)
            throws GeneralSecurityException, IOException {
        try {
            return certificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(signer))
                    .getEncoded());
        } catch (OperatorCreationException failed) {
            throw new GeneralSecurityException("this JVM can't sign with " + SIGNATURE, failed);
        }
    }

    private BigInteger serial() {
        return new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS - 1);
    }

    /** When something ends that is made now; a clock that is far behind must not make what has ended already. */
    static Instant end(Instant now, Duration life) {
        return (now.isBefore(BEGIN) ? BEGIN : now).plus(life);
    }

    private static X500Name name(String common) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, common).build();
    }
}
