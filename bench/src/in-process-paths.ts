// What the hot functions cost against the way in which one would write them with a general library.

import type { Database } from '@fiscal/db/connection';
import { findInvoice } from '@fiscal/db/invoice';
import type { NewInvoice } from '@fiscal/db/invoice';
import { seedDraft } from '@fiscal/db/testing';
import { createSigner, signRequest } from '@fiscal/efi';
import { issueTaxpayer, makeAuthority } from '@fiscal/testbed';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { SignedXml } from 'xml-crypto';
import { compareInRounds, inThisProcess } from './rounds.ts';
import type { Compared, Comparison, Rounds } from './rounds.ts';
import { sampleComputed, sampleMessage, sampleRequest, sampleSeller } from './sample.ts';
import { createShop, TIN, withNewDatabase } from './shop.ts';

const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const PLACES = 8;

/** Signing a message: written in canonical form, against a general signer. */
export async function benchSigning(
  rounds: Rounds,
  report: (compared: Compared) => void,
): Promise<void> {
  const taxpayer = issueTaxpayer(makeAuthority(), TIN, 'Prodavnica d.o.o.');
  const privateKey = createPrivateKey(taxpayer.privateKeyPem);
  const privateKeyDer = privateKey.export({ type: 'pkcs8', format: 'der' });
  const certificateDer = new X509Certificate(taxpayer.certificatePem).raw;
  const signer = createSigner({ privateKeyDer, certificateDer });
  for (const lines of [5, 60]) {
    const xml = sampleMessage(lines);
    const signGenerally = () => {
      const signed = new SignedXml({
        privateKey: taxpayer.privateKeyPem,
        publicCert: taxpayer.certificatePem,
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        canonicalizationAlgorithm: EXC_C14N,
      });
      signed.addReference({
        xpath: '/*',
        transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXC_C14N],
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      });
      signed.computeSignature(xml);
      return Promise.resolve(signed.getSignedXml());
    };
    const comparison: Comparison = {
      path: `sign: message of ${lines} lines`,
      ours: inThisProcess('signRequest', 1, () => Promise.resolve(signRequest(xml, signer))),
      baseline: inThisProcess('xml-crypto', 1, signGenerally),
    };
    report(await compareInRounds(comparison, rounds));
  }
}

/** As one would write it who knows nothing of this service's statements. */
function createDraftWithPrisma(
  { prisma }: Database,
  {
    request,
    computed,
    warnings,
    seller,
    ...row
  }: Omit<NewInvoice, 'iicReferences' | 'rootElsewhere'>,
): Promise<unknown> {
  const { type: documentType, typeOfInvoice, paymentMethod, orderNumber } = request;
  const kind = { documentType, typeOfInvoice, paymentMethod, orderNumber };
  const content = {
    request: JSON.parse(JSON.stringify(request)) as object,
    computed: JSON.parse(JSON.stringify(computed)) as object,
    seller: { ...seller },
  };
  return prisma.$transaction([
    prisma.invoice.create({ data: { ...row, ...kind, status: 'Draft' } }),
    prisma.invoiceContent.create({ data: { invoiceId: row.id, warnings, ...content } }),
  ]);
}

/** Accepting and reading an invoice: prepared statements, against Prisma. */
export async function benchStatements(
  rounds: Rounds,
  report: (compared: Compared) => void,
): Promise<void> {
  await withNewDatabase(PLACES, async (db) => {
    for (const comparison of await comparisonsOf(db)) {
      report(await compareInRounds(comparison, rounds));
    }
  });
}

async function comparisonsOf(db: Database): Promise<Comparison[]> {
  const shop = await createShop(db);
  const request = sampleRequest(5);
  const computed = sampleComputed(request);
  const draft = (): NewInvoice => ({
    id: uuidv7(),
    ...shop,
    environment: 'test',
    apiKeyId: uuidv7(),
    request,
    computed,
    warnings: [],
    pricesIncludeVat: false,
    seller: sampleSeller,
    originalId: null,
  });
  const { id } = await seedDraft(db, draft());
  const scope = { companyId: shop.companyId, environment: 'test' as const };
  const createWithPrisma = () => createDraftWithPrisma(db, draft());
  const readWithPrisma = () =>
    Promise.all([
      db.prisma.invoice.findUnique({
        where: { id, ...scope },
        include: { correctives: { select: { id: true, iic: true } } },
      }),
      db.prisma.invoiceContent.findUnique({ where: { invoiceId: id } }),
    ]);
  return [
    {
      path: 'statement: store a draft',
      ours: inThisProcess('insertDraft', PLACES, () => seedDraft(db, draft())),
      baseline: inThisProcess('Prisma', PLACES, createWithPrisma),
    },
    {
      path: 'statement: read a record',
      ours: inThisProcess('findInvoice', PLACES, () => findInvoice(db, scope, id)),
      baseline: inThisProcess('Prisma', PLACES, readWithPrisma),
    },
  ];
}
