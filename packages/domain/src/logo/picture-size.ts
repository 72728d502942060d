// How large a picture says that it is, read from its header: nothing is decoded, so that a picture
// of a few bytes that would fill the memory is known before anybody opens it.

/** What the header of a picture says. */
export interface PictureSize {
  kind: 'png' | 'jpeg' | 'webp';
  width: number;
  height: number;
}

/** A logo of more pixels is neither taken nor printed, whatever its file weighs. */
export const MOST_LOGO_PIXELS = 25_000_000;
/** A logo is kept with at most so many pixels on its longer side: 60 mm at 847 dots an inch. */
export const LONGEST_LOGO_SIDE = 2_000;
/** A logo that was stored before logos were made smaller is printed up to so many pixels. */
export const MOST_PRINTED_PIXELS = 8_000_000;

/** Null if these are not the bytes of a PNG, JPEG or WebP picture. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = pngSize(view) ?? webpSize(view) ?? jpegSize(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // A DataView throws where a header promises more bytes than there are.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function textAt(view: DataView, at: number, length: number): string {
  let text = '';
  for (let index = at; index < at + length; index += 1) {
    text += String.fromCharCode(view.getUint8(index));
  }
  return text;
}

function pngSize(view: DataView): PictureSize | null {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR') return null;
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

function webpSize(view: DataView): PictureSize | null {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null;
  const kind = 'webp';
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return {
        kind,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { kind, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { kind, width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
}

/** Walks over the segments in front of the frame, whose head has the size. */
function jpegSize(view: DataView): PictureSize | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (isFrame(marker)) {
      return { kind: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    } else if (marker === 0xd9 || marker === 0xda) {
      return null;
    } else {
      const length = view.getUint16(at + 2);
      if (length < 2) return null;
      at += 2 + length;
    }
  }
  return null;
}

/** SOF0 … SOF15 without the three markers between them that mean something else. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
