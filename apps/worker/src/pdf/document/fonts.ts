import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { outlineFace } from './outline-face.ts';

// The complete faces, Latin, Latin Extended, Cyrillic and Greek in one file each. Chrome embeds
// each file of which a letter is printed as a font of its own, so subsets would double what a
// document weighs.
const FACES = { 400: 'Regular', 500: 'Medium', 600: 'SemiBold' } as const;

/** Family name of the embedded face. */
export const FONT_FAMILY = 'IBM Plex Sans';

/**
 * `@font-face` rules with the font files inside as data URIs (about 260 kB), so that the print
 * needs no font of the machine and no network. Reads three files: call it once.
 */
export function fontFaceCss(): string {
  const { resolve } = createRequire(import.meta.url);
  const face = ([weight, name]: [string, string]): string => {
    const file = resolve(`@ibm/plex-sans/fonts/complete/woff/IBMPlexSans-${name}.woff`);
    const data = outlineFace(readFileSync(file)).toString('base64');
    return (
      `@font-face{font-family:"${FONT_FAMILY}";font-weight:${weight};font-display:block;` +
      `src:url(data:font/ttf;base64,${data}) format("truetype")}`
    );
  };
  return Object.entries(FACES).map(face).join('\n');
}
