// Whatever comes from the authority's address ends as registered, refused or unanswered, and can be
// stored: a throw would leave a sale Pending for ever, to be sent and to break again.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import net from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { createEfiClient } from '../transport/client.ts';
import { REGISTER_INVOICE } from '../protocol.ts';
import { readReply } from './read-reply.ts';
import type { AnyOutcome } from './read-reply.ts';
import { readReceiptCheck } from '../transport/receipt-check.ts';
import { envelope, fault, FIC, signedResponse } from '../testing/replies.ts';
import { makeCertificate } from '../testing/certificates.ts';
import type { TestCertificate } from '../testing/certificates.ts';
import { REQUEST_UUID } from '../testing/messages.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';

const NOW = new Date('2026-07-11T13:51:05Z');
let authority: TestCertificate;
let good: string;
beforeAll(() => {
  authority = makeCertificate({ commonName: 'Poreska uprava', tin: '11044760' });
  good = envelope(signedResponse({ signer: authority, requestUuid: REQUEST_UUID }));
});

function outcomeOf(body: Uint8Array, httpStatus = 200): AnyOutcome {
  const result = { kind: 'replied', httpStatus, body: Buffer.from(body) } as const;
  const trustAnchors = [authority.certificate];
  const expected = { operation: REGISTER_INVOICE, requestUuid: REQUEST_UUID, trustAnchors };
  return readReply(result, { ...expected, pinnedFingerprints: [], now: NOW });
}

/** What PostgreSQL takes as text, and as a text inside of JSON. */
function expectStorable(words: string): void {
  expect(words).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  expect(words.isWellFormed()).toBe(true);
  expect(words.length).toBeLessThanOrEqual(1000);
}

/** It is one of the three, keeps the very bytes, and registers nothing but what was signed. */
function expectInUnion(outcome: AnyOutcome, body: Uint8Array): void {
  expect(Buffer.from(outcome.rawReply ?? []).equals(body)).toBe(true);
  switch (outcome.kind) {
    case 'registered':
      expect(outcome).toMatchObject({
        identifier: FIC,
        responseUuid: '33333333-3333-4333-8333-333333333333',
        repliedAt: '2026-07-11T15:51:05+02:00',
      });
      return;
    case 'refused':
      expectStorable(outcome.efiMessage);
      return;
    case 'unanswered':
      expectStorable(outcome.detail);
  }
}

const BODIES: readonly [name: string, body: () => Uint8Array, kind: AnyOutcome['kind']][] = [
  ['nothing', () => Buffer.alloc(0), 'unanswered'],
  ['a NUL byte in it', () => Buffer.from(good.replace('<env:Body>', '<env:Body>\0')), 'unanswered'],
  ['a NUL byte behind it', () => Buffer.from(`${good}\0`), 'unanswered'],
  ['gzip', () => gzipSync(good), 'unanswered'],
  ['deflate', () => deflateSync(good), 'unanswered'],
  ['UTF-16', () => Buffer.from(`\ufeff${good}`, 'utf16le'), 'unanswered'],
  ['a processing instruction in front', () => Buffer.from(`<?a b?>${good}`), 'registered'],
  [
    'a processing instruction beside the message',
    () => Buffer.from(good.replace('<env:Body>', '<?a b?><env:Body><?a b?>')),
    'registered',
  ],
  [
    'a processing instruction in the message',
    () => Buffer.from(good.replace('<FIC>', '<?a b?><FIC>')),
    'unanswered',
  ],
  [
    'a processing instruction in the signature',
    () => Buffer.from(good.replace('<SignedInfo>', '<?a b?><SignedInfo>')),
    'registered',
  ],
  [
    'a comment in the message',
    () => Buffer.from(good.replace('<FIC>', '<FIC><!-- -->')),
    'registered',
  ],
  ['a DOCTYPE', () => Buffer.from(`<!DOCTYPE a [<!ENTITY b "c">]>${good}`), 'unanswered'],
  [
    'a byte that is no UTF-8',
    () => Buffer.concat([Buffer.from(good), Buffer.from([0xe9])]),
    'unanswered',
  ],
  [
    'an unknown encoding',
    () => Buffer.from(`<?xml version="1.0" encoding="nonsense"?>${good}`),
    'unanswered',
  ],
  ['an undeclared entity', () => Buffer.from(good.replace('<FIC>', '<FIC>&a;')), 'unanswered'],
  ['10 000 elements inside each other', () => Buffer.from('<a>'.repeat(10_000)), 'unanswered'],
  ['a key of one bit', () => Buffer.from(withCertificate(tinyKey())), 'unanswered'],
  [
    'a fault with words of 100 000 characters',
    () => Buffer.from(fault('11', '😀'.repeat(50_000), REQUEST_UUID)),
    'refused',
  ],
  [
    'a fault in Latin-1',
    () => Buffer.from(fault('11', 'Ra\u00e8un', REQUEST_UUID), 'latin1'),
    'refused',
  ],
];

function withCertificate(der: Buffer): string {
  return good.replace(/(<X509Certificate>)[^<]*/, `$1${der.toString('base64')}`);
}

/** The certificate with a modulus of ones: a key that OpenSSL reads and cannot use. */
function tinyKey(): Buffer {
  const der = Buffer.from(authority.certificateDer);
  const modulus = Buffer.from(
    (authority.certificate.publicKey.export({ format: 'jwk' }) as { n: string }).n,
    'base64url',
  );
  der.fill(0, der.indexOf(modulus) + 1, der.indexOf(modulus) + modulus.length);
  return der;
}

describe('a reply', () => {
  test.each(BODIES)('with %s is one of the three', (_, bodyOf, kind) => {
    const body = bodyOf();
    const outcome = outcomeOf(body);
    expectInUnion(outcome, body);
    expect(outcome.kind).toBe(kind);
  });

  test('of any bytes is one of the three', () => {
    const status = fc.constantFrom(200, 204, 302, 500, 502);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), status, (body, httpStatus) => {
        const outcome = outcomeOf(body, httpStatus);
        expectInUnion(outcome, body);
        expect(outcome.kind).toBe('unanswered');
      }),
    );
  });

  test('of the authority, changed anywhere, is one of the three and registers only what was signed', () => {
    const replies = [good, fault('58', 'No deposit', REQUEST_UUID)].map((text) =>
      Buffer.from(text),
    );
    const body = fc.constantFrom(...replies).chain(mutated);
    fc.assert(
      fc.property(body, (bytes) => {
        expectInUnion(outcomeOf(bytes), bytes);
      }),
      { numRuns: 1_000 },
    );
  });

  test('of the receipt check is found, not found or unreachable, whatever bytes it has', () => {
    const receipt = { iic: 'A'.repeat(32), issueDateTime: '2026-07-11T15:51:04Z', tin: '12345678' };
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc.json().map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(anything, (body) => {
        const result = { kind: 'replied', httpStatus: 200, body: Buffer.from(body) } as const;
        expect(['found', 'not-found', 'unreachable']).toContain(
          readReceiptCheck(receipt, result).kind,
        );
      }),
    );
  });
});

(hasReferenceData ? describe : describe.skip)(needsReferenceData('a real reply'), () => {
  test.each(['register-invoice-response-2021-10-13.xml', 'fault-56.xml'])(
    '%s, changed anywhere, is one of the three and is never believed',
    (file) => {
      const body = mutated(Buffer.from(referenceText(`samples/${file}`)));
      fc.assert(
        fc.property(body, (bytes) => {
          const outcome = outcomeOf(bytes, 500);
          expectInUnion(outcome, bytes);
          expect(outcome.kind).not.toBe('registered');
        }),
      );
    },
  );
});

const INSERTIONS = ['\0', '<?a b?>', '<!DOCTYPE a>', '<!-- -->', '<![CDATA[', ']]>', '&a;', '</a>'];

/** Up to five changes: bytes replaced, cut out or doubled, or something put in between. */
function mutated(original: Buffer): fc.Arbitrary<Buffer> {
  const position = fc.nat({ max: original.length });
  const inserted = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc.constantFrom(...INSERTIONS).map((text) => Buffer.from(text)),
  );
  const change = fc.tuple(position, fc.nat({ max: 60 }), inserted, fc.nat({ max: 3 }));
  return fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) =>
    changes.reduce((body, [at, length, bytes, kind]) => {
      const [head, cut, tail] = [
        body.subarray(0, at),
        body.subarray(at, at + length),
        body.subarray(at + length),
      ];
      const between = [[bytes, cut], [bytes], [], [cut, cut]][kind] ?? [];
      return Buffer.concat([head, ...between, tail]);
    }, original),
  );
}

const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;

/**
 * What a server writes to the socket once it was asked; it writes on and on where `again` is true.
 */
const CONNECTIONS: readonly [name: string, bytes: string, again?: true][] = [
  ['no byte', ''],
  ['no HTTP', '\0\0\0\0'],
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n',
  ],
  ['headers without end', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(100_000)}`],
  ['a body without end', `${head()}${'x'.repeat(1_000_000)}`, true],
  ['less than it said', `${head('Content-Length: 100')}<half`],
  ['two lengths', `${head('Content-Length: 1', 'Content-Length: 2')}<a/>`],
  ['chunks that are none', `${head('Transfer-Encoding: chunked')}zz\r\n`],
  ['a compressed body', `${head('Content-Encoding: gzip', 'Content-Length: 4')}\u001f\0\0\0`],
  ['another type of content', `${head('Content-Type: image/png', 'Content-Length: 4')}<a/>`],
  [
    'a redirection',
    'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
  ],
  ['nothing by its status', 'HTTP/1.1 204 No Content\r\n\r\n'],
];

describe('a connection', () => {
  const servers: net.Server[] = [];
  const sockets = new Set<net.Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });
  afterAll(() => {
    expect(servers).toHaveLength(0);
  });

  async function serve(bytes: string, again: boolean): Promise<string> {
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      const write = () => {
        if (!socket.destroyed) socket.write(bytes, 'latin1', write);
      };
      socket.once('data', () => {
        if (again) write();
        else socket.end(bytes, 'latin1');
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/fs-v1`;
  }

  test.each(CONNECTIONS)('with %s ends unanswered long before its time is up', async (...row) => {
    const [, bytes, again = false] = row;
    const url = await serve(bytes, again);
    const client = createEfiClient({
      endpoint: url,
      receiptCheckUrl: url,
      trustAnchors: authority.certificate.toString(),
      // Were the time used up, the reason would be another one.
      timeoutMs: 60_000,
      clock: () => NOW,
    });
    try {
      const outcome = await client.registerInvoice('<a/>', REQUEST_UUID);
      expect(outcome).toMatchObject({ kind: 'unanswered', wasSent: true });
      if (outcome.kind !== 'unanswered') return;
      expect(outcome.reason).not.toBe('timeout');
      expectStorable(outcome.detail);
    } finally {
      client.close();
    }
  });
});
