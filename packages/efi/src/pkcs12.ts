// Opens PKCS#12 files (.p12, .pfx) of every age: RC2-40 and 3DES, as older programs still write
// them, and AES with PBKDF2. Node's own tls refuses the oldest, hence node-forge.
//
// It only takes the file apart. What the certificate is worth is judged in certificate.ts.
import forge from 'node-forge';
import { CertificateError } from './certificate-error.ts';

/** What lies in the file, each in DER: keys as PKCS#8, certificates in the order they were found. */
export interface Pkcs12Content {
  privateKeys: Buffer[];
  certificates: Buffer[];
  /** `legacy`: locked as older programs do it, with RC2 or 3DES. */
  form: 'modern' | 'legacy';
}

/** A certificate, its chain and a key take about 10 kB. */
const FILE_BYTES_MAX = 100_000;

// Programs write 1 to 100 000. The count is the file's word and the work is ours: a file that asks
// for billions would stop the process that opens it.
const ITERATIONS_MAX = 600_000;

/**
 * Opens the file. Throws `CertificateError`: `CERTIFICATE_PASSWORD_WRONG` if the file's own checksum
 * denies the password, `CERTIFICATE_UNREADABLE` if it is no PKCS#12 or uses what nobody uses.
 */
export function openPkcs12(file: Uint8Array, password: string): Pkcs12Content {
  const pfx = parseFile(file);
  const opened = decrypt(pfx, password);
  return {
    privateKeys: [
      ...bagsOf(opened, forge.pki.oids.pkcs8ShroudedKeyBag),
      ...bagsOf(opened, forge.pki.oids.keyBag),
    ].map(privateKeyDer),
    certificates: bagsOf(opened, forge.pki.oids.certBag).map(certificateDer),
    form: isLegacy(pfx) ? 'legacy' : 'modern',
  };
}

function parseFile(file: Uint8Array): forge.asn1.Asn1 {
  if (file.length > FILE_BYTES_MAX) {
    throw new CertificateError(
      'CERTIFICATE_UNREADABLE',
      `The file has ${file.length} bytes; a certificate file has at most ${FILE_BYTES_MAX}.`,
    );
  }
  let pfx: forge.asn1.Asn1;
  try {
    pfx = forge.asn1.fromDer(Buffer.from(file).toString('latin1'));
  } catch (cause) {
    throw unreadable('The file is not a PKCS#12 file (.p12 or .pfx).', cause);
  }
  if (mostIterations(pfx) > ITERATIONS_MAX) {
    throw new CertificateError(
      'CERTIFICATE_UNREADABLE',
      `The file asks for more than ${ITERATIONS_MAX} iterations to be opened; export it again.`,
    );
  }
  return pfx;
}

function decrypt(pfx: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(pfx, false, password);
  } catch (cause) {
    const complaint = cause instanceof Error ? cause.message : '';
    // A file without a checksum shows a wrong password only by not decrypting.
    if (/Invalid password|wrong password|Failed to decrypt/i.test(complaint)) {
      throw new CertificateError(
        'CERTIFICATE_PASSWORD_WRONG',
        'The password does not open the certificate file.',
        cause,
      );
    }
    throw unreadable('The file is not a PKCS#12 file that can be opened; export it again.', cause);
  }
}

/**
 * The largest iteration count in the file. In every password-based algorithm, and in the file's
 * checksum, the count is the integer that follows the salt, an octet string.
 */
function mostIterations(node: forge.asn1.Asn1): number {
  const children = childrenOf(node);
  return children.reduce((most, child, index) => {
    const isCount =
      child.type === forge.asn1.Type.INTEGER &&
      children[index - 1]?.type === forge.asn1.Type.OCTETSTRING;
    return Math.max(most, isCount ? integerOf(child) : mostIterations(child));
  }, 0);
}

/** RFC 7292, appendix C: the algorithms from before PBES2, all under one arc. */
const OLD_ALGORITHMS = '1.2.840.113549.1.12.1.';

function isLegacy(node: forge.asn1.Asn1): boolean {
  if (node.type === forge.asn1.Type.OID && typeof node.value === 'string') {
    return forge.asn1.derToOid(node.value).startsWith(OLD_ALGORITHMS);
  }
  return childrenOf(node).some(isLegacy);
}

function childrenOf(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  if (typeof node.value !== 'string') {
    return node.value;
  }
  if (node.type !== forge.asn1.Type.OCTETSTRING) {
    return [];
  }
  try {
    return [forge.asn1.fromDer(node.value)]; // The safes of a file are DER inside octet strings.
  } catch {
    return []; // An octet string that holds plain bytes.
  }
}

function integerOf(node: forge.asn1.Asn1): number {
  return typeof node.value === 'string'
    ? Number(`0x${Buffer.from(node.value, 'latin1').toString('hex') || '0'}`)
    : 0;
}

function bagsOf(pfx: forge.pkcs12.Pkcs12Pfx, type: string | undefined): forge.pkcs12.Bag[] {
  return type === undefined ? [] : (pfx.getBags({ bagType: type })[type] ?? []);
}

function privateKeyDer(bag: forge.pkcs12.Bag): Buffer {
  // forge knows RSA keys only and leaves any other as it found it.
  return derOf(
    bag.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(bag.key)) : bag.asn1,
  );
}

function certificateDer(bag: forge.pkcs12.Bag): Buffer {
  return derOf(bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1);
}

function derOf(asn1: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');
}

function unreadable(message: string, cause: unknown): CertificateError {
  return new CertificateError('CERTIFICATE_UNREADABLE', message, cause);
}
