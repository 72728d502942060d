// A panel of single numbers: the newest value of each line, with its course behind it.

import type { FieldOptions } from '../monitoring-files.ts';
import type { Span } from '../prometheus.ts';
import type { Size } from './chart.ts';
import { NAMED, PAGE } from './colours.ts';
import type { FilledPanel, Line } from './panel-data.ts';
import { valueText } from './value-text.ts';

const LARGEST = 44;
/** Width of a digit, in parts of its height. */
const DIGIT = 0.6;
/** What the course takes of its box, at most. */
const COURSE = 0.45;

export function numbers({ lines }: FilledPanel, { width, height }: Size, span: Span): string {
  const isWide = width > height * 1.4;
  const box: Size = isWide
    ? { width: width / lines.length, height }
    : { width, height: height / lines.length };
  const boxes = lines.map((line) => number(line, box, lines.length > 1, span));
  return `<div class="numbers${isWide ? ' wide' : ''}">${boxes.join('')}</div>`;
}

function number(line: Line, { width, height }: Size, isNamed: boolean, span: Span): string {
  const value = line.points.at(-1)?.[1] ?? NaN;
  const { text, colour } = shown(value, line.options);
  const size = Math.min(LARGEST, (width - 16) / (text.length * DIGIT), height * 0.45);
  const name = isNamed ? `<div class="name">${line.name}</div>` : '';
  return (
    `<div class="number" style="width:${width}px;height:${height}px;color:${colour}">` +
    course(line, { width, height: height * COURSE }, colour, span) +
    `${name}<div style="font-size:${size.toFixed(0)}px">${text}</div></div>`
  );
}

function shown(value: number, { mappings = [], thresholds, unit, decimals }: FieldOptions) {
  const mapped = mappings.map(({ options }) => options[String(value)]).find(Boolean);
  const steps = thresholds?.steps ?? [];
  const step = steps.findLast(({ value: from }) => from === null || value >= from);
  const name = mapped?.color ?? step?.color ?? 'green';
  return {
    text: mapped?.text ?? valueText(value, unit, decimals),
    colour: NAMED[name] ?? PAGE.text,
  };
}

function course({ points }: Line, { width, height }: Size, colour: string, span: Span): string {
  const values = points.map(([, value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const path = points.map(([at, value]) => {
    const x = ((at - span.from) / (span.to - span.from)) * width;
    const share = most === least ? 0.2 : (value - least) / (most - least);
    return `${x.toFixed(1)} ${((1 - share * 0.9) * (height - 2) + 1).toFixed(1)}`;
  });
  const [first = '0'] = path[0]?.split(' ') ?? [];
  const [last = '0'] = path.at(-1)?.split(' ') ?? [];
  return (
    `<svg width="${width}" height="${height}">` +
    `<path d="M${first} ${height}L${path.join('L')}L${last} ${height}Z" fill="${colour}" ` +
    `fill-opacity="0.18"/><path d="M${path.join('L')}" fill="none" stroke="${colour}" ` +
    `stroke-opacity="0.7"/></svg>`
  );
}
