import type { Paper } from '@fiscal/domain';
import encodeQR from 'qr';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** Printed edge of the code itself, without its quiet zone. At least 21 mm by protocol §10. */
const SYMBOL_MM = 29;
/** A module on a strip: five dots of a receipt printer of 203 dpi, so that all are equal. */
const STRIP_MODULE_MM = 5 / 8;
/** White modules on each side, as ISO/IEC 18004 asks for. */
const QUIET_MODULES = 4;

/**
 * The QR code of `text` as one SVG path: crisp at any size, without the seams that single squares
 * show in some viewers. Error correction M, quiet zone included in the drawing. Throws where there
 * is no text.
 */
export function qrCodeSvg(text: string, paper: Paper): Html {
  if (text === '') throw new Error('there is no text for a QR code');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  const edge = rows.length;
  const moduleMm = paper === 'a4' ? SYMBOL_MM / (edge - 2 * QUIET_MODULES) : STRIP_MODULE_MM;
  const edgeMm = (moduleMm * edge).toFixed(2);
  return html`<svg
    class="qr"
    xmlns="http://www.w3.org/2000/svg"
    width="${edgeMm}mm"
    height="${edgeMm}mm"
    viewBox="0 0 ${edge} ${edge}"
    shape-rendering="crispEdges"
    role="img"
    aria-label="QR kod za provjeru računa"
  >
    <rect width="${edge}" height="${edge}" fill="#fff" />
    <path stroke="#000" d="${strokes(rows)}" />
  </svg>`;
}

/**
 * Path data: a stroke along the middle of each run of dark modules in a row. In the PDF it takes
 * two points, where a filled rectangle takes five.
 */
function strokes(rows: readonly (readonly boolean[])[]): string {
  return rows.map((modules, row) => strokesOf(modules, row)).join('');
}

function strokesOf(modules: readonly boolean[], row: number): string {
  const runs: string[] = [];
  for (let column = 0; column < modules.length; column += 1) {
    if (!modules[column]) continue;
    const start = column;
    while (modules[column + 1]) column += 1;
    runs.push(`M${start} ${row}.5h${column - start + 1}`);
  }
  return runs.join('');
}
