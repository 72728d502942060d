// Cuts an XML text into its parts, losing nothing: put together again they are the text. It is no
// parser: it knows where a tag begins and ends, not what a document may contain.

/** What a piece of markup is, for indenting. */
export type XmlPartKind = 'declaration' | 'comment' | 'cdata' | 'open' | 'close' | 'empty' | 'text';

/** An attribute with its quotes as they were written. */
export interface XmlAttribute {
  name: string;
  /** With its quotes. */
  quoted: string;
}

/** One piece of markup, or the text between two. */
export interface XmlPart {
  kind: XmlPartKind;
  /** As it was written. */
  source: string;
  /** Of a tag; empty for the others. */
  name: string;
  attributes: XmlAttribute[];
}

/** Markup that is taken as a whole, by how it begins and ends. */
const WHOLE = [
  { start: '<?', end: '?>', kind: 'declaration' },
  { start: '<!--', end: '-->', kind: 'comment' },
  { start: '<![CDATA[', end: ']]>', kind: 'cdata' },
] as const;

const NAME = /[^\s<>/="']+/y;
const SPACE = /\s*/y;

/** @returns null for a text that is not made of well-formed tags: it is then shown as it is. */
export function cutXml(xml: string): XmlPart[] | null {
  const parts: XmlPart[] = [];
  let at = 0;
  while (at < xml.length) {
    const part = xml[at] === '<' ? markupAt(xml, at) : textAt(xml, at);
    if (!part) return null;
    parts.push(part);
    at += part.source.length;
  }
  return parts;
}

function textAt(xml: string, at: number): XmlPart {
  const end = xml.indexOf('<', at);
  const source = xml.slice(at, end === -1 ? xml.length : end);
  return { kind: 'text', source, name: '', attributes: [] };
}

function markupAt(xml: string, at: number): XmlPart | null {
  for (const { start, end, kind } of WHOLE) {
    if (!xml.startsWith(start, at)) continue;
    const found = xml.indexOf(end, at + start.length);
    if (found === -1) return null;
    return { kind, source: xml.slice(at, found + end.length), name: '', attributes: [] };
  }
  return tagAt(xml, at);
}

function tagAt(xml: string, begin: number): XmlPart | null {
  const isClosing = xml[begin + 1] === '/';
  let at = begin + (isClosing ? 2 : 1);
  const name = match(NAME, xml, at);
  if (name === '') return null;
  at += name.length;
  const attributes: XmlAttribute[] = [];
  for (;;) {
    const space = match(SPACE, xml, at);
    at += space.length;
    if (xml.startsWith('/>', at) && !isClosing) {
      return { kind: 'empty', source: xml.slice(begin, at + 2), name, attributes };
    }
    if (xml[at] === '>') {
      const kind = isClosing ? 'close' : 'open';
      return { kind, source: xml.slice(begin, at + 1), name, attributes };
    }
    const attribute = isClosing || space === '' ? null : attributeAt(xml, at);
    if (!attribute) return null;
    attributes.push(attribute.value);
    at = attribute.end;
  }
}

function attributeAt(xml: string, begin: number): { value: XmlAttribute; end: number } | null {
  const name = match(NAME, xml, begin);
  if (name === '') return null;
  let at = begin + name.length;
  at += match(SPACE, xml, at).length;
  if (xml[at] !== '=') return null;
  at += 1;
  at += match(SPACE, xml, at).length;
  const quote = xml[at];
  if (quote !== '"' && quote !== "'") return null;
  const end = xml.indexOf(quote, at + 1);
  if (end === -1) return null;
  return { value: { name, quoted: xml.slice(at, end + 1) }, end: end + 1 };
}

/** @param sticky a pattern that can not match without moving on, or matches nothing at all. */
function match(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}
