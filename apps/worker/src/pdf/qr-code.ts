import { create } from 'qrcode';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** Printed edge of the code itself, without its quiet zone. At least 21 mm by protocol §10. */
const SYMBOL_MM = 29;
/** White modules on each side, as ISO/IEC 18004 asks for. */
const QUIET_MODULES = 4;

/**
 * The QR code of `text` as one SVG path: crisp at any size, without the seams that single squares
 * show in some viewers. Error correction M, quiet zone included in the drawing.
 */
export function qrCodeSvg(text: string): Html {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const edge = modules.size + 2 * QUIET_MODULES;
  const edgeMm = ((SYMBOL_MM * edge) / modules.size).toFixed(2);
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
    <path
      fill="#000"
      d="${outline(modules.size, (row, column) => modules.get(row, column) !== 0)}"
    />
  </svg>`;
}

/** Path data: one rectangle for each run of dark modules in a row. */
function outline(size: number, isDark: (row: number, column: number) => boolean): string {
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue;
      const start = column;
      while (column + 1 < size && isDark(row, column + 1)) column += 1;
      const width = column - start + 1;
      runs.push(`M${start + QUIET_MODULES} ${row + QUIET_MODULES}h${width}v1h-${width}z`);
    }
  }
  return runs.join('');
}
