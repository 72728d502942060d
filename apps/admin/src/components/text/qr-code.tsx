import { create } from 'qrcode';
import { useMemo } from 'react';

/** Modules of the quiet zone, which scanners need around the code. */
const MARGIN = 4;

interface QrCodeProps {
  text: string;
  label: string;
  /** Pixels of a side. */
  size?: number;
}

/**
 * A text as one path of an image: dark on white in both colour schemes, so that every scanner reads
 * it.
 */
export function QrCode({ text, label, size = 200 }: QrCodeProps) {
  const { side, path } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      style={{ display: 'block', border: '1px solid var(--line)', borderRadius: 10 }}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawingOf(text: string): { side: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) squares.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`);
    }
  }
  return { side: modules.size + 2 * MARGIN, path: squares.join('') };
}
