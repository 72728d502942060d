// What a logo may be, judged by its header: nothing is decoded here.

import { MOST_LOGO_PIXELS, pictureSize } from '@fiscal/domain';

/** Of the file; as a data URI it has four thirds of them. */
export const MOST_LOGO_BYTES = 220_000;
export const LONGEST_LOGO = 300_000;

const LOGO = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** A picture out of a data URI. */
export interface Logo {
  kind: string;
  bytes: Buffer;
}

/** Null if the text is no picture that may be opened. */
export function readLogo(uri: string): Logo | null {
  const [, kind = '', base64 = ''] = LOGO.exec(uri) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const size = pictureSize(bytes);
  if (size?.kind !== kind) return null;
  return size.width * size.height <= MOST_LOGO_PIXELS ? { kind, bytes } : null;
}

export function logoUri({ kind, bytes }: Logo): string {
  return `data:image/${kind};base64,${bytes.toString('base64')}`;
}
