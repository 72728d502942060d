// Lays an XML message out for reading: one element a line, a long tag with one attribute a line. Only
// for the eye: the signed bytes are what is copied and downloaded, because white space would break
// their signature. Colours are a kind each span has, so that nothing of a message is ever markup.

import { cutXml } from './xml-tokens.ts';
import type { XmlPart } from './xml-tokens.ts';

/** How a span is coloured. */
export type XmlSpanKind = 'punctuation' | 'tag' | 'attribute' | 'value' | 'text' | 'comment';

/** A run of characters of one colour. */
export interface XmlSpan {
  kind: XmlSpanKind;
  text: string;
}

/** One line; `depth` steps from the left. */
export interface XmlLine {
  depth: number;
  spans: XmlSpan[];
}

/** A tag that is longer than this is written with one attribute a line. */
const LONG_TAG = 90;

/** @returns null where the text is no XML (an HTML page, a cut answer): it is shown as it came. */
export function prettyXml(xml: string): XmlLine[] | null {
  const parts = cutXml(xml.trim());
  if (!parts || !isNested(parts)) return null;
  const lines: XmlLine[] = [];
  let depth = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part || isBlank(part)) continue;
    if (part.kind === 'close') depth -= 1;
    const inner = part.kind === 'open' ? textWithin(parts, index) : null;
    if (inner) {
      // An element that holds nothing but a text stays on one line.
      lines.push(...tagLines(part, depth));
      lines.at(-1)?.spans.push(...inner.spans);
      index = inner.end;
      continue;
    }
    lines.push(...linesOf(part, depth));
    if (part.kind === 'open') depth += 1;
  }
  return lines;
}

/** What follows an opening tag up to its closing one, where that is a text or nothing. */
function textWithin(
  parts: readonly XmlPart[],
  opened: number,
): { spans: XmlSpan[]; end: number } | null {
  const [next, afterNext] = [parts[opened + 1], parts[opened + 2]];
  if (next?.kind === 'close') return { spans: closeSpans(next), end: opened + 1 };
  if (next?.kind !== 'text' || afterNext?.kind !== 'close') return null;
  const spans: XmlSpan[] = [{ kind: 'text', text: next.source }, ...closeSpans(afterNext)];
  return { spans, end: opened + 2 };
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
