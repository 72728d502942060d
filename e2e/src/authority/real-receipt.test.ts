// A receipt of July 2026 that the authority itself shows, entered as a request: our amounts must be
// its amounts, and our message must pass its own schema.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { XMLParser } from 'fast-xml-parser';
import { testWith } from '../processes/external-programs.ts';
import { cashInvoice, openService } from '../service/running-service.ts';
import type { Body, RunningService } from '../service/running-service.ts';

const REFERENCE = fileURLToPath(new URL('../../../../shared/efi/', import.meta.url));
const RECEIPT = join(REFERENCE, 'samples/verify-invoice-response-2026-07-11.json');
const SCHEMA = join(REFERENCE, 'schema/libxml2/eficg-fiscalization-service.xsd');

const isThere = existsSync(RECEIPT) && existsSync(SCHEMA);
const suite = isThere ? describe : describe.skip;

suite('the real receipt (needs the reference data in ../shared/efi)', () => {
  let service: RunningService;
  let record: Body;
  let message: string;
  let receipt: Body;

  beforeAll(async () => {
    receipt = JSON.parse(readFileSync(RECEIPT, 'utf8')) as Body;
    service = await openService({ queue: 'postgresql' });
    await service.query('update company set prices_include_vat = true');
    const items = (receipt.items as Body[]).map((item) => ({
      name: item.name,
      code: item.code,
      unit: item.unit,
      unitPrice: item.unitPriceAfterVat,
      quantity: item.quantity,
      vat: { rate: item.vatRate },
    }));
    const response = await service.createAndPrint(cashInvoice({ items }));
    expect(response.status).toBe(201);
    record = response.body;
    message = (await service.submissionsOf(record.id))[0]?.request;
  });
  afterAll(() => service.close());

  test('has its totals and its tax groups', () => {
    expect(record.totals).toEqual({ withoutVat: 51.12, vat: 7.98, total: 59.1 });
    expect(record.vatBreakdown).toEqual([
      { rate: 21, items: 2, base: 5.124, vat: 1.076, exemption: null },
      { rate: 15, items: 3, base: 46, vat: 6.9, exemption: null },
    ]);
  });

  test('has its lines in the message', () => {
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
    const request = (parser.parse(message) as Body).RegisterInvoiceRequest;
    const amount = (value: number) => value.toFixed(4);
    expect(request.Invoice.Items.I).toMatchObject(
      (receipt.items as Body[]).map((item) => ({
        C: item.code,
        PA: amount(item.priceAfterVat),
        PB: amount(item.priceBeforeVat),
        UPA: amount(item.unitPriceAfterVat),
        UPB: amount(item.unitPriceBeforeVat),
        VA: amount(item.vatAmount),
        VR: Number(item.vatRate).toFixed(2),
      })),
    );
  });

  testWith('xmllint')("passes the authority's schema", () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiscal-xsd-'));
    const file = join(folder, 'request.xml');
    writeFileSync(file, message);
    execFileSync('xmllint', ['--noout', '--schema', SCHEMA, file], { stdio: 'pipe' });
    rmSync(folder, { recursive: true });
    return Promise.resolve();
  });
});
