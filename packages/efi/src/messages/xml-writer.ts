// Writes XML that is already in exclusive canonical form (W3C xml-exc-c14n, without comments), so
// that a message is signed over exactly the bytes that were written and needs no canonicalizer.
//
// It holds for what we write and for nothing else: one default namespace, declared on the root; no
// prefixes, no text between tags, no comments, no processing instructions. Text lives in
// attributes.
import { MessageError } from './message-error.ts';

/** XML in canonical form; only this module and the signature make it. */
export type CanonicalXml = string;

/** Attributes by name; an absent value (null, undefined) leaves the attribute out. */
export type Attributes = Readonly<Record<string, string | null | undefined>>;

// XML 1.0, 2.2 Char. With the `u` flag a surrogate that has lost its half matches as well.
const ILLEGAL_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

// Canonical XML 1.0, 2.3, Attribute Nodes. `>` and `'` stand as they are.
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeAttribute(name: string, value: string): string {
  const illegal = ILLEGAL_CHARACTER.exec(value);
  if (illegal !== null) {
    const codePoint = illegal[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
    throw new MessageError(
      'XML_CHARACTER_ILLEGAL',
      `Attribute ${name} holds U+${codePoint}, which no XML document can hold.`,
    );
  }
  return value.replace(/[&<"\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * One element with its attributes in canonical order, its children, and an explicit end tag.
 * Throws `MessageError` with `XML_CHARACTER_ILLEGAL`.
 */
export function element(
  name: string,
  attributes: Attributes,
  children: readonly CanonicalXml[] = [],
): CanonicalXml {
  let written = `<${name}`;
  // Names are ASCII, so the default order by code units is the canonical one.
  for (const attribute of Object.keys(attributes).sort()) {
    const value = attributes[attribute];
    if (value !== null && value !== undefined) {
      written += ` ${attribute}="${escapeAttribute(attribute, value)}"`;
    }
  }
  return `${written}>${children.join('')}</${name}>`;
}

/** The root of a message: like `element`, with the one namespace declaration, which comes first. */
export function rootElement(
  name: string,
  namespace: string,
  attributes: Attributes,
  children: readonly CanonicalXml[],
): CanonicalXml {
  const written = element(name, attributes, children);
  return `<${name} xmlns="${namespace}"${written.slice(name.length + 1)}`;
}
