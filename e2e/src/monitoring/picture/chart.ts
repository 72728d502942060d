// The chart of a panel over time, as SVG.

import type { Span } from '../prometheus.ts';
import { lineColour, PAGE } from './colours.ts';
import type { FilledPanel, Line } from './panel-data.ts';
import { axisStep, valueText } from './value-text.ts';

export interface Size {
  width: number;
  height: number;
}

const AXIS = { left: 60, bottom: 18, top: 6, right: 8 };
/** Pixels between two lines of the grid, about. */
const GRID_EVERY = { x: 90, y: 34 };
const MINUTE = 60;

/** Where a time and a value are. */
interface Scale {
  x(at: number): number;
  y(value: number): number;
  low: number;
  high: number;
  step: number;
  unit: string;
}

export function chart({ lines, fieldConfig }: FilledPanel, size: Size, span: Span): string {
  const { unit = 'short', min, custom } = fieldConfig?.defaults ?? {};
  const scale = scaleOf(lines, { unit, min }, size, span);
  const drawn = lines.map((line, index) =>
    drawLine(line, lineColour(index), scale, span, (custom?.fillOpacity ?? 0) / 100),
  );
  return (
    `<svg width="${size.width}" height="${size.height}" font-size="11" fill="${PAGE.faint}">` +
    `${grid(scale, size, span)}${drawn.join('')}</svg>`
  );
}

function scaleOf(
  lines: readonly Line[],
  { unit, min }: { unit: string; min: number | undefined },
  { width, height }: Size,
  { from, to }: Span,
): Scale {
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value));
  const least = Math.min(...values, min ?? Infinity, 0);
  const most = Math.max(...values, least);
  const inner = height - AXIS.top - AXIS.bottom;
  const range = most - least || (unit === 'short' ? 1 : 0.001);
  const step = axisStep(range, Math.max(2, Math.floor(inner / GRID_EVERY.y)), unit);
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil((least + range) / step) * step, low + step);
  return {
    x: (at) => AXIS.left + ((at - from) / (to - from)) * (width - AXIS.left - AXIS.right),
    y: (value) => AXIS.top + (1 - (value - low) / (high - low)) * inner,
    low,
    high,
    step,
    unit,
  };
}

function grid(scale: Scale, { width, height }: Size, { from, to }: Span): string {
  const count = Math.round((scale.high - scale.low) / scale.step);
  const rows = Array.from({ length: count + 1 }, (_, index) => scale.low + index * scale.step);
  const horizontal = rows.map((value) => {
    const y = Math.round(scale.y(value)) + 0.5;
    const text = valueText(value, scale.unit);
    return (
      `<path d="M${AXIS.left} ${y}H${width - AXIS.right}" stroke="${PAGE.grid}"/>` +
      `<text x="${AXIS.left - 6}" y="${y + 3.5}" text-anchor="end">${text}</text>`
    );
  });
  const every = Math.ceil((((to - from) / width) * GRID_EVERY.x) / MINUTE) * MINUTE;
  const times: string[] = [];
  for (let at = Math.ceil(from / every) * every; at <= to; at += every) {
    const x = Math.round(scale.x(at)) + 0.5;
    const text = new Date(at * 1_000).toISOString().slice(11, 16);
    // A label stays inside.
    const shown = x > AXIS.left + 12 && x < width - 18;
    times.push(
      `<path d="M${x} ${AXIS.top}V${height - AXIS.bottom}" stroke="${PAGE.grid}"/>` +
        (shown ? `<text x="${x}" y="${height - 4}" text-anchor="middle">${text}</text>` : ''),
    );
  }
  return [...horizontal, ...times].join('');
}

function drawLine(line: Line, colour: string, scale: Scale, span: Span, fill: number): string {
  return partsOf(line, span)
    .map((points) => {
      const path = points
        .map(([at, value]) => `${scale.x(at).toFixed(1)} ${scale.y(value).toFixed(1)}`)
        .join('L');
      const [first = 0, last = 0] = [points[0]?.[0], points.at(-1)?.[0]];
      const ground = scale.y(Math.max(scale.low, 0)).toFixed(1);
      const area = `M${scale.x(first).toFixed(1)} ${ground}L${path}L${scale.x(last).toFixed(1)} ${ground}Z`;
      return (
        `<path d="${area}" fill="${colour}" fill-opacity="${fill}"/>` +
        `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.3" stroke-linejoin="round"/>`
      );
    })
    .join('');
}

/** Nothing is drawn where nothing was known. */
function partsOf({ points }: Line, { step }: Span): [number, number][][] {
  const parts: [number, number][][] = [];
  let last = -Infinity;
  for (const point of points) {
    if (point[0] - last > step * 1.5) parts.push([]);
    parts.at(-1)?.push(point);
    last = point[0];
  }
  return parts;
}
