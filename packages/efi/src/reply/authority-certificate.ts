// Which certificates are those that the tax administration signs its replies with. The CAs that it
// has its certificate from issue e-seals to every taxpayer, and certificates of TLS servers: that a
// CA is trusted says nothing about who signed. Protocol §9.
import type { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { sentence } from '@fiscal/domain';
import { octetsOf, oidOf, parseBer, valuesOf } from '../certificate/ber.ts';
import type { Node } from '../certificate/ber.ts';
import { AUTHORITY_TIN } from '../protocol.ts';

const KEY_USAGE = '2.5.29.15';
const TLS_SERVER = '1.3.6.1.5.5.7.3.1';
/** Of a subject, one attribute a line or joined by ` + `; Node escapes both inside a value. */
const ORGANIZATION_IDENTIFIER = /(?<=^|\n| \+ )organizationIdentifier=(.*?)(?=$|\n| \+ )/g;

/** A certificate does not change, and is kept where it is parsed. */
const judged = new WeakMap<X509Certificate, string | null>();

/** Why this certificate, by any issuer, is not one of the authority's, in one sentence; or null. */
export function whyNotOfTheAuthority(certificate: X509Certificate): string | null {
  const known = judged.get(certificate);
  if (known !== undefined) return known;
  const whyNot = judge(certificate);
  judged.set(certificate, whyNot);
  return whyNot;
}

function judge(certificate: X509Certificate): string | null {
  const organizations = [...certificate.subject.matchAll(ORGANIZATION_IDENTIFIER)];
  const [organization = 'no organization'] = organizations.map(
    ([, identifier]) => identifier ?? '',
  );
  if (organizations.length !== 1 || organization !== `VATME-${AUTHORITY_TIN}`) {
    return sentence('certificateOfOthers', { organization });
  }
  // What Node calls key usage is the extended one.
  if ((certificate.keyUsage as string[] | undefined)?.includes(TLS_SERVER) === true) {
    return sentence('certificateOfServer');
  }
  if (!isForSignatures(certificate)) {
    return sentence('certificateUse');
  }
  return null;
}

/**
 * Whether the key usage, which must be there once, has the bit digitalSignature. RFC 5280, 4.2.1.3.
 */
function isForSignatures(certificate: X509Certificate): boolean {
  const usages = extensionsOf(certificate)
    .map(valuesOf)
    .filter(([oid]) => oidOf(oid) === KEY_USAGE)
    .map((extension) => octetsOf(extension.at(-1)));
  const [usage] = usages;
  // A BIT STRING: its tag, its length, how many bits are unused, and the bits, the first one first.
  const [tag, length, , bits] = usage ?? [];
  return (
    usages.length === 1 && tag === 3 && length === (usage?.length ?? 0) - 2 && isFirstBitSet(bits)
  );
}

function isFirstBitSet(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0x80) !== 0;
}

/**
 * The extensions, in an explicit tag `[3]` at the end of what was signed; none in an older version.
 */
function extensionsOf(certificate: X509Certificate): Node[] {
  const [signed] = valuesOf(parseBer(certificate.raw));
  const tagged = valuesOf(signed).at(-1);
  const isExtensions =
    tagged?.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && (tagged.type as number) === 3;
  return isExtensions && typeof tagged.value !== 'string' ? valuesOf(tagged.value[0]) : [];
}
