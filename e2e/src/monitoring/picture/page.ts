// The dashboard as a page: its panels where Grafana's grid has them.

import { dashboard } from '../monitoring-files.ts';
import type { Span } from '../prometheus.ts';
import { chart } from './chart.ts';
import type { Size } from './chart.ts';
import { lineColour, PAGE } from './colours.ts';
import { numbers } from './numbers.ts';
import type { FilledPanel, Line } from './panel-data.ts';

/** Of the page, in pixels. */
export const PAGE_WIDTH = 1_280;
/** Grafana's grid has 24 columns; a row and the gap after it have these pixels. */
const GRID = { columns: 24, row: 30, gap: 8, margin: 16 };
const HEADER = 44;
const TITLE = 30;
const PADDING = 8;
/** Of a legend: the height of a line, the width of a letter, and of what stands before a name. */
const LEGEND = { line: 18, letter: 6.2, mark: 26, most: 3 };

/** @param panels that follow each other on the dashboard. @returns HTML without any script. */
export function page(panels: readonly FilledPanel[], span: Span): string {
  const { title } = dashboard;
  const top = Math.min(...panels.map(({ gridPos: { y } }) => y));
  const bottom = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
  const height = HEADER + (bottom - top) * (GRID.row + GRID.gap) + GRID.margin;
  const time = (at: number) => new Date(at * 1_000).toISOString().slice(11, 16);
  return (
    `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>` +
    `<body style="width:${PAGE_WIDTH}px;height:${height}px">` +
    `<header><b>${title}</b><span>Environment <i>All</i></span>` +
    `<span class="time">${time(span.from)} to ${time(span.to)} UTC</span></header>` +
    panels.map((panel) => placed(panel, top, span)).join('')
  );
}

/** @param top where the page begins, in rows of the grid. */
function placed(panel: FilledPanel, top: number, span: Span): string {
  const { x, y, w, h } = panel.gridPos;
  const column = (PAGE_WIDTH - 2 * GRID.margin + GRID.gap) / GRID.columns;
  const width = Math.round(w * column - GRID.gap);
  const height = h * (GRID.row + GRID.gap) - GRID.gap;
  const style =
    `left:${Math.round(GRID.margin + x * column)}px;` +
    `top:${HEADER + (y - top) * (GRID.row + GRID.gap)}px;width:${width}px;height:${height}px`;
  if (panel.type === 'row') return `<h2 style="${style}">${panel.title}</h2>`;
  const inner = { width: width - 2 * PADDING, height: height - TITLE - PADDING };
  return `<section style="${style}"><h3>${panel.title}</h3>${content(panel, inner, span)}</section>`;
}

function content(panel: FilledPanel, size: Size, span: Span): string {
  if (panel.lines.length === 0) return '<p>No data</p>';
  if (panel.type === 'stat') return numbers(panel, size, span);
  if (panel.type !== 'timeseries') throw new Error(`a ${panel.type} cannot be drawn`);
  const legendHeight = LEGEND.line * linesOfLegend(panel.lines, size.width);
  const drawn = chart(panel, { ...size, height: size.height - legendHeight - 4 }, span);
  const names = panel.lines.map(
    ({ name }, index) => `<span><i style="background:${lineColour(index)}"></i>${name}</span>`,
  );
  return `${drawn}<div class="legend" style="height:${legendHeight}px">${names.join('')}</div>`;
}

function linesOfLegend(lines: readonly Line[], width: number): number {
  let [count, used] = [1, 0];
  for (const { name } of lines) {
    const own = name.length * LEGEND.letter + LEGEND.mark;
    if (used > 0 && used + own > width) [count, used] = [count + 1, 0];
    used += own;
  }
  return Math.min(count, LEGEND.most);
}

const STYLE = `
body { margin: 0; position: relative; background: ${PAGE.back}; color: ${PAGE.text};
  font: 12px/1.4 Inter, "Liberation Sans", Arial, sans-serif; }
header { display: flex; gap: 24px; align-items: center; height: ${HEADER}px; padding: 0 16px; }
header b { font-size: 16px; } header i { font-style: normal; padding: 3px 8px; margin-left: 6px;
  border: 1px solid ${PAGE.edge}; border-radius: 3px; } header .time { margin-left: auto; }
h2 { position: absolute; margin: 0; font-size: 15px; font-weight: 500; line-height: ${GRID.row}px; }
section { position: absolute; box-sizing: border-box; padding: 0 ${PADDING}px ${PADDING}px;
  overflow: hidden; background: ${PAGE.panel}; border: 1px solid ${PAGE.edge}; border-radius: 3px; }
h3 { margin: 0; font-size: 13px; font-weight: 500; line-height: ${TITLE}px; white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; }
svg { display: block; } p { text-align: center; color: ${PAGE.faint}; }
.legend { display: flex; flex-wrap: wrap; align-content: flex-start; overflow: hidden;
  line-height: ${LEGEND.line}px; }
.legend span { margin-right: 12px; white-space: nowrap; }
.legend i { display: inline-block; width: 12px; height: 3px; margin-right: 5px; vertical-align: middle; }
.numbers.wide { display: flex; }
.number { position: relative; display: flex; flex-direction: column; align-items: center;
  justify-content: center; font-weight: 500; line-height: 1.2; }
.number svg { position: absolute; bottom: 0; left: 0; }
.number div { position: relative; } .number .name { color: ${PAGE.text}; font-size: 12px; }
`;
