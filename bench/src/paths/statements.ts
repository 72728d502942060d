// Accepting and reading an invoice by prepared statements, against Prisma.

import type { Database } from '@fiscal/db/connection';
import { findInvoice } from '@fiscal/db/invoice';
import type { NewInvoice } from '@fiscal/db/invoice';
import { seedDraft } from '@fiscal/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { compareInRounds, inThisProcess } from '../measuring/rounds.ts';
import type { Bench, Comparison } from '../measuring/rounds.ts';
import { sampleComputed, sampleRequest, sampleSeller } from '../service/sample.ts';
import { createShop, withNewDatabase } from '../service/shop.ts';

const CONNECTIONS = 8;

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

export const benchStatements: Bench = (rounds, report) =>
  withNewDatabase(CONNECTIONS, async (db) => {
    for (const comparison of await comparisonsOf(db)) {
      report(await compareInRounds(comparison, rounds));
    }
  });

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
      ours: inThisProcess('insertDraft', CONNECTIONS, () => seedDraft(db, draft())),
      baseline: inThisProcess('Prisma', CONNECTIONS, createWithPrisma),
    },
    {
      path: 'statement: read a record',
      ours: inThisProcess('findInvoice', CONNECTIONS, () => findInvoice(db, scope, id)),
      baseline: inThisProcess('Prisma', CONNECTIONS, readWithPrisma),
    },
  ];
}
