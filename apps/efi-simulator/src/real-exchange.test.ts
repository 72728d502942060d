// The real request of 13 October 2021, which the authority's test server accepted: schema,
// signature and IIC pass here too; its certificate's CA is not registered with a test.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { checkIic } from './checks/iic.ts';
import { readKeyInfo } from './checks/certificate.ts';
import { checkSignature } from './checks/signature.ts';
import { parseMessage } from './message/open-message.ts';
import { readRequest } from './message/request.ts';
import { toTree } from './message/xml-tree.ts';
import { loadRequestSchema } from './schema/request-schema.ts';
import { CertificateRegister } from './state/certificates.ts';
import { makeKeys, startRunning } from './testing/running.ts';

const REQUEST = new URL(
  '../../../../shared/efi/samples/register-invoice-request-2021-10-13.xml',
  import.meta.url,
);
const suite = existsSync(REQUEST) ? describe : describe.skip;

suite('the real request of 2021 (reference data under ../shared/efi/samples)', () => {
  const bytes = existsSync(REQUEST) ? readFileSync(REQUEST) : Buffer.alloc(0);

  test('passes schema, signature and IIC', () => {
    const { opening, document } = parseMessage(bytes);
    if (opening.outcome !== 'opened') throw new Error(`The message is ${opening.outcome}.`);
    expect(loadRequestSchema().problemOf(opening.request)).toBeNull();
    const certificate = readKeyInfo(opening.signature, new CertificateRegister([]));
    if ('code' in certificate) throw new Error(certificate.message);
    expect(certificate.tin).toBe('12345678');
    const request = readRequest(opening.kind, toTree(opening.request));
    if (request.kind !== 'invoice') throw new Error('It is an invoice.');
    const { publicKey } = certificate;
    expect(checkSignature(opening.request, opening.signature, publicKey)).toBeNull();
    expect(checkIic(request.invoice, [publicKey])).toBeNull();
    document?.dispose();
  });

  test('is refused at the chain of its certificate, and not before', async () => {
    const sentAt = Date.parse('2021-10-13T14:22:13+02:00');
    const running = await startRunning(await makeKeys(), { now: () => sentAt });
    try {
      expect(await running.send(bytes)).toMatchObject({
        code: 35,
        requestUuid: 'f223ea2c-eb26-4f61-a264-b8a47779e250',
      });
      const changed = bytes.toString('utf8').replace('IDType="TIN" ', '');
      expect(await running.send(changed)).toMatchObject({ code: 11 });
    } finally {
      await running.stop();
    }
  });
});
