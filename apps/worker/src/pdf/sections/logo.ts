import { MOST_PRINTED_PIXELS, pictureSize } from '@fiscal/domain';

const LOGO = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * Whether a stored logo is printed: a picture that is what it says, without a script, and of no more
 * pixels than Chrome decodes in a moment. Its header is read, it is not decoded.
 */
export function isPrintableLogo(uri: string): boolean {
  const [, kind, base64 = ''] = LOGO.exec(uri) ?? [];
  const size = pictureSize(Buffer.from(base64, 'base64'));
  return size?.kind === kind && size !== null && size.width * size.height <= MOST_PRINTED_PIXELS;
}
