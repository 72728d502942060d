import { describe, expect, test } from '@jest/globals';
import { wrapInEnvelope } from '../messages/envelope.ts';
import { readEnvelope } from './soap.ts';
import type { SoapFault } from './soap.ts';
import { envelope, fault } from '../testing/replies.ts';
import { hasReferenceData, needsReferenceData, referenceText } from '../testing/reference.ts';

function read(text: string): SoapFault | string {
  return readEnvelope<SoapFault | string>(text, {
    fault: (found) => found,
    message: (root) => root.name,
  });
}

const UUID = '22222222-2222-4222-8222-222222222222';

describe('an envelope', () => {
  test('that we write is one that we can read', () => {
    const text = wrapInEnvelope('<RegisterTCRRequest xmlns="urn:x"></RegisterTCRRequest>');
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<SOAP-ENV:Envelope/);
    expect(read(text)).toBe('RegisterTCRRequest');
  });

  test.each(['SOAP-ENV', 'env', 's', ''])(
    'is known by its namespace, not by its prefix: %j',
    (p) => {
      const tag = p === '' ? '' : `${p}:`;
      const declaration = p === '' ? 'xmlns' : `xmlns:${p}`;
      const text =
        `<${tag}Envelope ${declaration}="http://schemas.xmlsoap.org/soap/envelope/">\n` +
        `<${tag}Body>\n <a xmlns="urn:x"/></${tag}Body></${tag}Envelope>`;
      expect(read(text)).toBe('a');
    },
  );

  test.each([
    ['nothing', ''],
    ['text', 'Service unavailable'],
    ['an HTML page', '<html><body><h1>502</h1><br></body></html>'],
    ['well-formed HTML', '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
    ['XML that breaks off', envelope('<a/>').slice(0, -5)],
    ['the same names in another namespace', '<Envelope xmlns="urn:x"><Body><a/></Body></Envelope>'],
    [
      'SOAP 1.2',
      envelope('<a/>').replaceAll('schemas.xmlsoap.org/soap', 'www.w3.org/2003/05/soap'),
    ],
    ['no message', envelope('')],
    ['two messages', envelope('<a/><b/>')],
    ['a DOCTYPE', `<!DOCTYPE a [<!ENTITY x "y">]>${envelope('<a>&x;</a>')}`],
    ['an undeclared entity', envelope('<a>&x;</a>')],
    ['an undeclared prefix', envelope('<x:a/>')],
    ['two roots', envelope('<a/>') + envelope('<a/>')],
  ])('is not read from %s', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'XML_UNREADABLE' }));
  });

  test('with two bodies is not read', () => {
    const body = '<env:Body><a/></env:Body>';
    for (const bodies of [body + body, `${body}<env:Body/>`]) {
      expect(() => read(envelope('<a/>').replace(body, bodies))).toThrow(/exactly one message/);
    }
  });
});

describe('a fault', () => {
  test('gives its code, its words and the request that it is for', () => {
    expect(read(fault('56', 'INITIAL &amp; done.', UUID))).toEqual({
      faultCode: 'CLIENT',
      message: 'INITIAL & done.',
      code: 56,
      requestUuid: UUID,
      responseUuid: '44444444-4444-4444-8444-444444444444',
    });
  });

  test('is read with the spelling of the table as well', () => {
    const text = fault('58', 'x', UUID)
      .replaceAll('code>', 'Code>')
      .replaceAll('requestUUID>', 'RequestUUID>')
      .replaceAll('responseUUID>', 'ResponseUUID>');
    expect(read(text)).toMatchObject({ code: 58, requestUuid: UUID });
  });

  test('names its side in the spelling of SOAP 1.1, too', () => {
    expect(read(fault('11', 'x', UUID, 'Server'))).toMatchObject({ faultCode: 'SERVER' });
  });

  test.each(['', 'x', '1000', '-1', '5 6', '0x10'])('has no code if it says %j', (code) => {
    expect(read(fault(code, 'x', UUID))).toMatchObject({ code: null, message: 'x' });
  });

  test('without a detail has neither code nor UUID', () => {
    const bare = '<env:Fault><faultcode>env:SERVER</faultcode><faultstring/></env:Fault>';
    expect(read(envelope(bare))).toEqual({
      faultCode: 'SERVER',
      message: '',
      code: null,
      requestUuid: null,
      responseUuid: null,
    });
  });
});

const suite = hasReferenceData ? describe : describe.skip;
suite(needsReferenceData('a fault of the live service'), () => {
  test('is read', () => {
    expect(read(referenceText('samples/fault-56.xml'))).toMatchObject({
      faultCode: 'CLIENT',
      code: 56,
      message: 'INITIAL cash deposit cannot be changed after invoice fiscalization.',
      requestUuid: UUID,
    });
  });
});
