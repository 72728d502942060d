import { describe, expect, test } from '@jest/globals';
import { pictureSize } from './picture-size.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const PNG = '89504e470d0a1a0a 0000000d 49484452 00002ee0 00002ee0 0806000000';
// An EXIF segment of 4 bytes, a table (its marker lies among those of frames), a filling byte, then
// the head of a progressive frame.
const JPEG = 'ffd8 ffe1 0004 0000 ffc4 0004 0000 ff ffc2 0011 08 0bb8 0fa0 03';
// The two highest bits of each side say how it is to be scaled.
const LOSSY = '52494646 00000000 57454250 56503820 00000000 000000 9d012a 4041 f080';
const LOSSLESS = '52494646 00000000 57454250 5650384c 00000000 2f 3f01 3c 00';
const EXTENDED = '52494646 00000000 57454250 56503858 0a000000 00000000 3f0100 ef0000';

describe('the size of a picture', () => {
  test.each([
    [PNG, { kind: 'png', width: 12_000, height: 12_000 }],
    [JPEG, { kind: 'jpeg', width: 4_000, height: 3_000 }],
    [LOSSY, { kind: 'webp', width: 320, height: 240 }],
    [LOSSLESS, { kind: 'webp', width: 320, height: 241 }],
    [EXTENDED, { kind: 'webp', width: 320, height: 240 }],
  ])('is read from its header alone: %s', (hex, size) => {
    expect(pictureSize(bytes(hex))).toEqual(size);
  });

  test('a header that ends early is no picture’s, wherever it ends', () => {
    for (const hex of [PNG, JPEG, LOSSY, LOSSLESS, EXTENDED]) {
      const whole = bytes(hex);
      const needed = hex === PNG ? 24 : hex === JPEG ? 24 : hex === LOSSLESS ? 25 : 30;
      for (let length = 0; length < needed; length += 1) {
        expect(pictureSize(whole.subarray(0, length))).toBeNull();
      }
    }
  });

  test('what is something else, or has no pixel, is no picture', () => {
    const noWidth = PNG.replace('00002ee0 00002ee0', '00000000 00002ee0');
    const noHeight = PNG.replace('00002ee0 00002ee0', '00002ee0 00000000');
    const others = ['3c7376673e3c2f7376673e00000000', 'ffd8 ffda 0008 00', 'ffd8 00'];
    for (const hex of [noWidth, noHeight, ...others]) {
      expect(pictureSize(bytes(hex))).toBeNull();
    }
  });
});
