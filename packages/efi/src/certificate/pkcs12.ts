// Opens PKCS#12 files (.p12, .pfx) of every age: RC2 and 3DES, as older programs still write them,
// and AES with PBKDF2. Node's own tls refuses the oldest, and it takes nothing apart.
//
// It only takes the file apart. What the certificate is worth is judged in certificate.ts.
import { CertificateError } from './certificate-error.ts';
import {
  derOf,
  integerOf,
  MalformedError,
  octetsOf,
  oidOf,
  parseBer,
  valueOfTag,
  valuesOf,
} from './ber.ts';
import type { Node } from './ber.ts';
import { readChecksum } from './checksum.ts';
import type { Checksum } from './checksum.ts';
import { readLockedPart } from './encryption.ts';
import type { LockedPart } from './encryption.ts';
import { limitWork, unsupported } from './key-derivation.ts';
import type { WorkLimit } from './key-derivation.ts';
import { passwordForms } from './password-forms.ts';
import type { PasswordForm } from './password-forms.ts';

/**
 * What lies in the file, each in DER: keys as PKCS#8, certificates in the order they were found.
 */
export interface Pkcs12Content {
  privateKeys: Buffer[];
  certificates: Buffer[];
  /** `legacy`: locked as older programs do it, with RC2 or 3DES. */
  form: 'modern' | 'legacy';
}

/** A certificate, its chain and a key take about 10 kB. */
const FILE_BYTES_MAX = 100_000;

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const SAFE_CONTENTS_BAG = '1.2.840.113549.1.12.10.1.6';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';

/** Something in the file, in the order in which it stands there. */
type Entry =
  | { kind: 'key' | 'certificate'; der: Buffer }
  | { kind: 'locked-key' | 'locked-entries'; part: LockedPart };

/** A file taken apart as far as that goes without its password. */
interface Pfx {
  entries: Entry[];
  /** The bytes under the checksum. */
  content: Buffer;
  /** Null in a file that has none. */
  checksum: Checksum | null;
}

/**
 * Opens the file. Throws `CertificateError`: `CERTIFICATE_PASSWORD_WRONG` if the file's own
 * checksum denies the password (without a checksum: if nothing decrypts), `CERTIFICATE_UNREADABLE`
 * if it is no PKCS#12 or uses an algorithm that is not known.
 */
export function openPkcs12(file: Uint8Array, password: string): Pkcs12Content {
  const { entries, content, checksum } = readFile(file);
  const work = limitWork();
  const candidates = passwordForms(password);
  // Everything that can be seen is weighed before anything is derived.
  work.take((checksum?.rounds ?? 0) * candidates.length + roundsOfAll(entries));
  const forms = candidates.filter((form) => checksum?.fits(form, content) ?? true);
  work.take(roundsOfAll(entries) * Math.max(forms.length - 1, 0));
  for (const form of forms) {
    const opened = openWith(form, entries, work);
    if (opened !== null) return opened;
  }
  if (checksum === null || forms.length === 0) {
    throw new CertificateError(
      'CERTIFICATE_PASSWORD_WRONG',
      'The password does not open the certificate file.',
    );
  }
  throw new CertificateError(
    'CERTIFICATE_UNREADABLE',
    'The password is right, but not everything in the file opens with it; export it again.',
  );
}

function readFile(file: Uint8Array): Pfx {
  if (file.length > FILE_BYTES_MAX) {
    throw new CertificateError(
      'CERTIFICATE_UNREADABLE',
      `The file has ${file.length} bytes; a certificate file has at most ${FILE_BYTES_MAX}.`,
    );
  }
  try {
    return readPfx(parseBer(file));
  } catch (cause) {
    if (!(cause instanceof MalformedError)) throw cause;
    const message = 'The file is not a PKCS#12 file (.p12 or .pfx), or it is damaged.';
    throw new CertificateError('CERTIFICATE_UNREADABLE', message, cause);
  }
}

/** RFC 7292, 4. */
function readPfx(pfx: Node): Pfx {
  const [version, authSafe, macData] = valuesOf(pfx);
  if (integerOf(version) !== 3) throw new MalformedError('The file is of another version.');
  const { type, value } = readContentInfo(authSafe);
  if (type !== DATA) throw unsupported('a public key');
  const content = octetsOf(value);
  return {
    entries: valuesOf(parseBer(content)).flatMap(readSafe),
    content,
    checksum: macData === undefined ? null : readChecksum(macData),
  };
}

function readContentInfo(contentInfo: Node | undefined): { type: string; value: Node } {
  const [type, tagged] = valuesOf(contentInfo);
  return { type: oidOf(type), value: valueOfTag(tagged) };
}

function readSafe(safe: Node): Entry[] {
  const { type, value } = readContentInfo(safe);
  switch (type) {
    case DATA:
      return readEntries(octetsOf(value));
    case ENCRYPTED_DATA: {
      const [, contentInfo] = valuesOf(value);
      const [, algorithm, encrypted] = valuesOf(contentInfo);
      const part = readLockedPart(algorithm, octetsOf(encrypted));
      return [{ kind: 'locked-entries', part }];
    }
    default:
      throw unsupported('a public key');
  }
}

function readEntries(safeContents: Buffer): Entry[] {
  return valuesOf(parseBer(safeContents)).flatMap(readBag);
}

/**
 * Nothing for what is neither a key nor a certificate, such as a revocation list. RFC 7292, 4.2.
 */
function readBag(bag: Node): Entry[] {
  const { type, value } = readContentInfo(bag);
  switch (type) {
    case KEY_BAG:
      return [{ kind: 'key', der: derOf(value) }];
    case SHROUDED_KEY_BAG: {
      const [algorithm, encrypted] = valuesOf(value);
      return [{ kind: 'locked-key', part: readLockedPart(algorithm, octetsOf(encrypted)) }];
    }
    case CERTIFICATE_BAG: {
      const { type: certificateType, value: certificate } = readContentInfo(value);
      return certificateType === X509_CERTIFICATE
        ? [{ kind: 'certificate', der: octetsOf(certificate) }]
        : [];
    }
    case SAFE_CONTENTS_BAG:
      return valuesOf(value).flatMap(readBag);
    default:
      return [];
  }
}

/** Null if not everything opens with this form of the password. */
function openWith(
  password: PasswordForm,
  entries: readonly Entry[],
  work: WorkLimit,
): Pkcs12Content | null {
  const opened: Pkcs12Content = { privateKeys: [], certificates: [], form: 'modern' };
  try {
    collect(entries, password, opened, work);
    return opened;
  } catch (error) {
    if (error instanceof MalformedError) return null;
    throw error;
  }
}

function roundsOfAll(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + ('part' in entry ? entry.part.rounds : 0), 0);
}

function collect(
  entries: readonly Entry[],
  password: PasswordForm,
  into: Pkcs12Content,
  work: WorkLimit,
): void {
  for (const entry of entries) {
    switch (entry.kind) {
      case 'key':
        into.privateKeys.push(entry.der);
        break;
      case 'certificate':
        into.certificates.push(entry.der);
        break;
      case 'locked-key':
      case 'locked-entries': {
        const bytes = entry.part.open(password);
        if (entry.part.form === 'legacy') into.form = 'legacy';
        if (entry.kind === 'locked-entries') {
          const inside = readEntries(bytes);
          work.take(roundsOfAll(inside));
          collect(inside, password, into, work);
        }
        // A wrong password decrypts now and then, but not to DER.
        else into.privateKeys.push(derOf(parseBer(bytes)));
      }
    }
  }
}
