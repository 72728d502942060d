import { describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { readableBytes } from './readable-bytes.ts';

describe('the bytes of a response', () => {
  test('that are text are that text, and nothing beside it', () => {
    const text = '<?xml version="1.0"?>\r\n\t<Šećer>€ 😀</Šećer>';
    expect(readableBytes(Buffer.from(text))).toEqual({ text, base64: null });
    expect(readableBytes(Buffer.alloc(0))).toEqual({ text: '', base64: null });
  });

  test.each([
    ['a NUL byte', Buffer.from('a\0b'), 'a\ufffdb'],
    ['a byte that is no UTF-8', Buffer.from([0x61, 0xe9, 0x62]), 'a\ufffdb'],
    ['an escape of a terminal', Buffer.from('\u001b[2Jx'), '\ufffd[2Jx'],
    ['a mark that turns the text around', Buffer.from('a\u202eb'), 'a\ufffdb'],
    ['a byte order mark', Buffer.from('\ufeff<a/>'), '\ufffd<a/>'],
  ])('with %s are shown without it and given as they came', (_, bytes, text) => {
    expect(readableBytes(bytes)).toEqual({ text, base64: bytes.toString('base64') });
  });

  test('of a compressed response are given as they came', () => {
    const bytes = gzipSync('<a/>');
    expect(Buffer.from(readableBytes(bytes).base64!, 'base64')).toEqual(bytes);
  });
});
