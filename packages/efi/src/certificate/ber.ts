// Reads the ASN.1 of a PKCS#12 file. Old programs write BER, with lengths that are left open and
// octet strings in pieces, hence node-forge, which reads both.
import forge from 'node-forge';

/** One value of the file with everything in it. */
export type Node = forge.asn1.Asn1;

/** The bytes have not the structure that belongs there. Caught by `openPkcs12`. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError';
  readonly code = 'PKCS12_MALFORMED';
}

/** The one value that the bytes are. Throws `MalformedError`, as everything here does. */
export function parseBer(bytes: Uint8Array): Node {
  try {
    return forge.asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  } catch (cause) {
    throw new MalformedError('The bytes are not ASN.1.', { cause });
  }
}

/** The value in DER. */
export function derOf(node: Node): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
}

export function valuesOf(node: Node | undefined): Node[] {
  if (!isUniversal(node, forge.asn1.Type.SEQUENCE) || typeof node.value === 'string') {
    throw new MalformedError('A sequence is missing.');
  }
  return node.value;
}

/** The one value in an explicit tag `[0]`. */
export function valueOfTag(node: Node | undefined): Node {
  const value = isTag(node) && typeof node.value !== 'string' ? node.value[0] : undefined;
  if (value === undefined) {
    throw new MalformedError('A tagged value is missing.');
  }
  return value;
}

/** The object identifier with dots. */
export function oidOf(node: Node | undefined): string {
  if (!isUniversal(node, forge.asn1.Type.OID) || typeof node.value !== 'string') {
    throw new MalformedError('An object identifier is missing.');
  }
  return forge.asn1.derToOid(node.value);
}

/** The bytes of an octet string, in one piece or in several, also under an implicit tag `[0]`. */
export function octetsOf(node: Node | undefined): Buffer {
  if (!isUniversal(node, forge.asn1.Type.OCTETSTRING) && !isTag(node)) {
    throw new MalformedError('An octet string is missing.');
  }
  return typeof node.value === 'string'
    ? Buffer.from(node.value, 'latin1')
    : Buffer.concat(node.value.map(octetsOf));
}

/** True for an integer. */
export function isInteger(node: Node | undefined): node is Node {
  return isUniversal(node, forge.asn1.Type.INTEGER);
}

/** The integer, read without a sign; one that is too large for exact arithmetic is just large. */
export function integerOf(node: Node | undefined): number {
  if (!isInteger(node) || typeof node.value !== 'string' || node.value === '') {
    throw new MalformedError('An integer is missing.');
  }
  return Number(`0x${Buffer.from(node.value, 'latin1').toString('hex')}`);
}

/** Name and parameters of an AlgorithmIdentifier. */
export function algorithmOf(node: Node | undefined): { oid: string; parameters?: Node } {
  const [oid, parameters] = valuesOf(node);
  return { oid: oidOf(oid), ...(parameters && { parameters }) };
}

/** The name of an algorithm that has no parameters: none at all, or NULL. */
export function bareAlgorithmOf(node: Node | undefined): string {
  const { oid, parameters } = algorithmOf(node);
  if (parameters !== undefined && !isUniversal(parameters, forge.asn1.Type.NULL)) {
    throw new MalformedError('An algorithm has parameters that it does not know.');
  }
  return oid;
}

function isUniversal(node: Node | undefined, type: forge.asn1.Type): node is Node {
  return node?.tagClass === forge.asn1.Class.UNIVERSAL && node.type === type;
}

function isTag(node: Node | undefined): node is Node {
  return node?.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && node.type === forge.asn1.Type.NONE;
}
