// The process that opens an uploaded picture, and nothing else: the bytes come in on standard
// input, the picture drawn anew goes out on standard output. It has no secret and may be ended at
// any moment.

import { LONGEST_LOGO_SIDE, MOST_LOGO_PIXELS } from '@fiscal/domain';
import { processInput } from '@fiscal/runtime/process-input';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { MOST_LOGO_BYTES } from './logo.ts';

/** Tried in turn, until the file is small enough. */
const SIDES = [LONGEST_LOGO_SIDE, 1_400, 1_000, 700, 500, 350];

const DRAW: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  png: (picture) => picture.png({ compressionLevel: 9 }),
  jpeg: (picture) => picture.jpeg({ quality: 88 }),
  webp: (picture) => picture.webp({ quality: 90 }),
};

async function redraw(bytes: Buffer): Promise<Buffer> {
  // The first picture alone of those that move, and not one pixel more than its header may say.
  const open = (): Sharp => sharp(bytes, { limitInputPixels: MOST_LOGO_PIXELS, pages: 1 });
  const draw = DRAW[(await open().metadata()).format];
  if (!draw) throw new Error('It is no PNG, JPEG or WebP picture.');
  for (const side of SIDES) {
    const inside = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
    // What is not a pixel stays behind: comments, places, previews.
    const drawn = await draw(open().autoOrient().resize(inside)).toBuffer();
    if (drawn.length <= MOST_LOGO_BYTES) return drawn;
  }
  throw new Error('It is too large even when it is made small.');
}

sharp.concurrency(1);
sharp.cache(false);
// libvips reads many formats; three of them are wanted.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
await processInput(redraw);
