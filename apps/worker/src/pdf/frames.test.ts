import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { readFrames, writeFrame } from './frames.ts';

/** What a reader makes of these bytes, given to it in pieces. */
function readPieces(bytes: Buffer, size: number, maxBytes = 1_000) {
  const socket = new PassThrough();
  const read: { message: unknown; text: string }[] = [];
  const broken: string[] = [];
  readFrames(
    socket,
    maxBytes,
    ({ message, bytes: rest }) => read.push({ message, text: rest.toString() }),
    (why) => broken.push(why),
  );
  for (let at = 0; at < bytes.length; at += size) {
    socket.emit('data', bytes.subarray(at, at + size));
  }
  return { read, broken };
}

function framesOf(...frames: [object, string][]): Buffer {
  const socket = new PassThrough();
  for (const [message, text] of frames) writeFrame(socket, message, Buffer.from(text));
  return socket.read() as Buffer;
}

describe('frames between the worker and its print process', () => {
  test.each([1, 7, 10_000])('arrive whole, however they are cut: %i bytes at a time', (size) => {
    const bytes = framesOf([{ id: 1 }, ''], [{ name: 'Žabljak' }, '%PDF'], [{}, 'x'.repeat(500)]);
    expect(readPieces(bytes, size)).toEqual({
      read: [
        { message: { id: 1 }, text: '' },
        { message: { name: 'Žabljak' }, text: '%PDF' },
        { message: {}, text: 'x'.repeat(500) },
      ],
      broken: [],
    });
  });

  test('one that is larger than it may be is refused by its head, and nothing after it is read', () => {
    const large = framesOf([{ id: 1 }, ''], [{ id: 2 }, 'x'.repeat(1_000)], [{ id: 3 }, '']);
    const { read, broken } = readPieces(large.subarray(0, 60), 60);
    expect(read).toEqual([{ message: { id: 1 }, text: '' }]);
    expect(broken).toEqual([
      expect.stringMatching(/^a frame of 10\d\d bytes is larger than 1000$/),
    ]);
    expect(readPieces(large, 16)).toEqual({ read, broken });
  });

  test('one that is no JSON ends the reading', () => {
    const bytes = framesOf([{}, ''], [{ id: 2 }, '']);
    bytes.write('!', 8);
    expect(readPieces(bytes, 5)).toEqual({ read: [], broken: ['a frame is no JSON'] });
  });
});
