// Subjects of a trusted CA other than the tax administration.

import forge from 'node-forge';
import type { TestCertificateOptions } from './certificates.ts';

/** What the certificate of the tax administration itself says. */
export const NAME = { commonName: 'Poreska uprava', tin: '11044760' };

const identifier = (value: string) => ({
  type: '2.5.4.97',
  value,
  valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
});

/** Each with what its certificate says, and why it is none of the authority's. */
export const OTHER_SUBJECTS: readonly [
  name: string,
  options: TestCertificateOptions,
  why: RegExp,
][] = [
  ['the e-seal of a taxpayer', { commonName: 'Kafana', tin: '02345678' }, /VATME-02345678, which/],
  [
    'a certificate that names no organization',
    { commonName: 'Poreska uprava' },
    /by no organization/,
  ],
  [
    'a taxpayer whose name is written like the attribute',
    { commonName: 'x\norganizationIdentifier=VATME-11044760', tin: '02345678' },
    /VATME-02345678, which/,
  ],
  ['a TIN with more digits', { commonName: 'Kafana', tin: '110447600' }, /VATME-110447600, which/],
  [
    'a certificate of two organizations',
    { ...NAME, subject: [identifier('VATME-02345678')] },
    /not the tax authority/,
  ],
  [
    'the certificate of a TLS server, also of the authority itself',
    { ...NAME, ipAddress: '127.0.0.1' },
    /a TLS server/,
  ],
  [
    'a certificate for encryption',
    { ...NAME, keyUsage: { keyEncipherment: true, dataEncipherment: true } },
    /not for digital signatures/,
  ],
  [
    'a certificate that does not say what it is for',
    { ...NAME, keyUsage: null },
    /not for digital/,
  ],
];
