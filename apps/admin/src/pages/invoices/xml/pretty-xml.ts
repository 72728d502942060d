// Lays an XML message out for reading: one element a line, a long tag with one attribute a line.
// Only for the eye: the signed bytes are what is copied and downloaded, because white space would
// break their signature. Colours are a kind each span has, so that nothing of a message is ever
// markup.

import { cutXml } from './xml-tokens.ts';
import type { XmlPart } from './xml-tokens.ts';

/** A run of characters of one colour, which its kind has. */
interface XmlSpan {
  kind: 'punctuation' | 'tag' | 'attribute' | 'value' | 'text' | 'comment';
  text: string;
}

/** One line; `depth` steps from the left. */
export interface XmlLine {
  depth: number;
  spans: XmlSpan[];
}

/** A tag that is longer than this is written with one attribute a line. */
const LONG_TAG = 90;

/** @returns null where the text is no XML (an HTML page, a cut reply): it is shown as it came. */
export function prettyXml(xml: string): XmlLine[] | null {
  const parts = cutXml(xml.trim());
  if (!parts || !isNested(parts)) return null;
  const lines: XmlLine[] = [];
  let depth = 0;
  for (const [index, part] of parts.entries()) {
    const [opener, before] = [parts[index - 2], parts[index - 1]];
    // An element that holds nothing but a text stays on one line.
    const isWholeText =
      part.kind === 'text' && before?.kind === 'open' && parts[index + 1]?.kind === 'close';
    const endsLine =
      before?.kind === 'open' || (before?.kind === 'text' && opener?.kind === 'open');
    if (part.kind === 'close') depth -= 1;
    if (isWholeText) lines.at(-1)?.spans.push({ kind: 'text', text: part.source });
    else if (part.kind === 'close' && endsLine) lines.at(-1)?.spans.push(...closeSpans(part));
    else if (!isBlank(part)) lines.push(...linesOf(part, depth));
    if (part.kind === 'open') depth += 1;
  }
  return lines;
}

/** Whether every tag is closed by its own name, and there is one. */
function isNested(parts: readonly XmlPart[]): boolean {
  const open: string[] = [];
  for (const { kind, name } of parts) {
    if (kind === 'open') open.push(name);
    if (kind === 'close' && open.pop() !== name) return false;
  }
  return open.length === 0 && parts.some(({ kind }) => kind === 'close' || kind === 'empty');
}

function isBlank({ kind, source }: XmlPart): boolean {
  return kind === 'text' && source.trim() === '';
}

function linesOf(part: XmlPart, depth: number): XmlLine[] {
  switch (part.kind) {
    case 'open':
    case 'empty':
      return tagLines(part, depth);
    case 'close':
      return [{ depth, spans: closeSpans(part) }];
    case 'text':
    case 'cdata':
      return [{ depth, spans: [{ kind: 'text', text: part.source.trim() }] }];
    case 'declaration':
    case 'comment':
      return [{ depth, spans: [{ kind: 'comment', text: part.source }] }];
  }
}

function closeSpans({ name }: XmlPart): XmlSpan[] {
  return [punctuation('</'), { kind: 'tag', text: name }, punctuation('>')];
}

function tagLines(part: XmlPart, depth: number): XmlLine[] {
  const end = punctuation(part.kind === 'empty' ? '/>' : '>');
  const head: XmlSpan[] = [punctuation('<'), { kind: 'tag', text: part.name }];
  const attributes = part.attributes.map(({ name, quoted }): XmlSpan[] => [
    { kind: 'attribute', text: name },
    punctuation('='),
    { kind: 'value', text: quoted },
  ]);
  if (part.source.length <= LONG_TAG || attributes.length < 2) {
    const spaced = attributes.flatMap((spans) => [punctuation(' '), ...spans]);
    return [{ depth, spans: [...head, ...spaced, end] }];
  }
  const lines = [{ depth, spans: head }];
  lines.push(...attributes.map((spans) => ({ depth: depth + 2, spans })));
  lines.at(-1)?.spans.push(end);
  return lines;
}

function punctuation(text: string): XmlSpan {
  return { kind: 'punctuation', text };
}

/** The lines as text, two blanks a step. */
export function textOfLines(lines: readonly XmlLine[]): string {
  return lines
    .map(({ depth, spans }) => '  '.repeat(depth) + spans.map(({ text }) => text).join(''))
    .join('\n');
}
