// Cuts an XML text into its parts, losing nothing: put together again they are the text. It is no
// parser: it knows where a tag begins and ends, not what a document may contain.

/** An attribute with its quotes as they were written. */
export interface XmlAttribute {
  name: string;
  quoted: string;
}

/** One piece of markup, or the text between two. */
export interface XmlPart {
  kind: 'declaration' | 'comment' | 'cdata' | 'open' | 'close' | 'empty' | 'text';
  /** As it was written. */
  source: string;
  /** Of a tag; empty for the others. */
  name: string;
  attributes: XmlAttribute[];
}

const NAME = `[^\\s<>/="']+`;
const ATTRIBUTE = `\\s+(${NAME})\\s*=\\s*("[^"]*"|'[^']*')`;

/**
 * How each kind is written. Nothing can match in two ways: the time is in proportion to the length.
 */
const PATTERNS = (
  [
    ['text', '[^<]+'],
    ['declaration', '<\\?.*?\\?>'],
    ['comment', '<!--.*?-->'],
    ['cdata', '<!\\[CDATA\\[.*?\\]\\]>'],
    ['close', `</(?<name>${NAME})\\s*>`],
    ['open', `<(?!\\?|!--|!\\[CDATA\\[)(?<name>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\\s*/?>`],
  ] as const
).map(([kind, pattern]) => [kind, new RegExp(pattern, 'ys')] as const);

/** @returns null for a text that is not made of well-formed tags: it is then shown as it is. */
export function cutXml(xml: string): XmlPart[] | null {
  const parts: XmlPart[] = [];
  for (let at = 0; at < xml.length;) {
    const part = partAt(xml, at);
    if (!part) return null;
    parts.push(part);
    at += part.source.length;
  }
  return parts;
}

function partAt(xml: string, at: number): XmlPart | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (!found) continue;
    const [source] = found;
    const { name = '', attributes = '' } = found.groups ?? {};
    const isEmpty = kind === 'open' && source.endsWith('/>');
    return { kind: isEmpty ? 'empty' : kind, source, name, attributes: attributesOf(attributes) };
  }
  return null;
}

function attributesOf(text: string): XmlAttribute[] {
  return [...text.matchAll(new RegExp(ATTRIBUTE, 'g'))].map(([, name = '', quoted = '']) => ({
    name,
    quoted,
  }));
}
