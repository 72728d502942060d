// Bytes that an authority never replies with: of an attacker at its address, or of a broken proxy.

import { gzipSync } from 'node:zlib';

const SOAP =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><a/></e:Body></e:Envelope>';

/** Each with its bytes, and what the simulator changes of the HTTP response around them. */
export const HOSTILE_REPLIES: readonly [name: string, bytes: Buffer, change?: object][] = [
  ['a NUL byte', Buffer.from(SOAP.replace('<a/>', '\0<a/>'))],
  ['gzip that says so', gzipSync(SOAP), { contentEncoding: 'gzip' }],
  ['gzip that does not', gzipSync(SOAP)],
  ['a processing instruction', Buffer.from(SOAP.replace('<a/>', '<?a b?><a/>'))],
  ['a DOCTYPE', Buffer.from(`<!DOCTYPE a>${SOAP}`)],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
  ['a megabyte', Buffer.alloc(1_000_000, 'x')],
  ['another type of content', Buffer.from('\u0089PNG\0', 'latin1'), { contentType: 'image/png' }],
  [
    'a fault with half a character',
    Buffer.from(`${SOAP.slice(0, 90)}\ud800`, 'utf16le'),
    { status: 500 },
  ],
];
