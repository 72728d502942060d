// `npm run bench`: the hot paths against named baselines, in one run. docs/performance.md holds the
// figures that were seen.

import { openDatabase, findInvoice, insertDraft } from '@fiscal/db';
import type { Database, NewInvoice } from '@fiscal/db';
import { createSigner, signRequest } from '@fiscal/efi';
import { createTestDatabase, issueTaxpayer, makeAuthority } from '@fiscal/testbed';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { SignedXml } from 'xml-crypto';
import { compare } from './measure.ts';
import { sampleComputed, sampleMessage, sampleRequest, sampleSeller } from './sample.ts';
import { createShop, TIN } from './shop.ts';

const EXC_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Signing a message: written in canonical form, against a general signer. */
async function benchSigning(lines: number): Promise<void> {
  const taxpayer = issueTaxpayer(makeAuthority(), TIN, 'Prodavnica d.o.o.');
  const privateKey = createPrivateKey(taxpayer.privateKeyPem);
  const privateKeyDer = privateKey.export({ type: 'pkcs8', format: 'der' });
  const certificateDer = new X509Certificate(taxpayer.certificatePem).raw;
  const signer = createSigner({ privateKeyDer, certificateDer });
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
  say(
    await compare({
      what: `sign a message, ${lines} lines`,
      ours: { name: 'signRequest', run: () => Promise.resolve(signRequest(xml, signer)) },
      baseline: { name: 'xml-crypto', run: signGenerally },
      concurrency: 4,
    }),
  );
}

/** As one would write it who knows nothing of this service's statements. */
function createDraftWithPrisma(
  { prisma }: Database,
  { request, computed, warnings, seller, ...row }: NewInvoice,
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
async function benchDatabase(): Promise<void> {
  const database = await createTestDatabase();
  const db = openDatabase({
    url: database.url,
    maxConnections: 8,
    applicationName: 'bench',
    onError: () => undefined,
  });
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
  const { id } = await insertDraft(db, draft());
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
  say(
    await compare({
      what: 'store a draft, 5 lines',
      ours: { name: 'insertDraft', run: () => insertDraft(db, draft()) },
      baseline: { name: 'Prisma create', run: createWithPrisma },
      concurrency: 8,
    }),
  );
  say(
    await compare({
      what: 'read a record',
      ours: { name: 'findInvoice', run: () => findInvoice(db, scope, id) },
      baseline: { name: 'Prisma findUnique', run: readWithPrisma },
      concurrency: 8,
    }),
  );
  await db.close();
  await database.drop();
}

await benchSigning(5);
await benchSigning(60);
await benchDatabase();
