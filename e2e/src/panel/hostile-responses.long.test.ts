// What the panel shows of replies that are not to be believed: their bytes, safely, and an alarm.

import { describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const BYTES = Buffer.concat([gzipSync('<a/>'), Buffer.from('\0\u202e<script>ran=1</script>')]);

const { service, companyId, enter } = await startPanel({
  environment: {
    EFI_TEST_PINNED_CERTIFICATES: 'AB'.repeat(32),
    EFI_FAILURES_TO_OPEN: '100000',
    DELIVERY_AFTER_MS: '3600000',
  },
});
await service.script({ type: 'bytes', base64: BYTES.toString('base64') });
// The deposit before a cash invoice gets the administration's reply, which is not pinned.
const first = await service.createAndPrint();
expect(first.body).toMatchObject({ status: 'Offline' });
const { body: sale } = await service.sell();
expect(sale).toMatchObject({ status: 'Offline' });
const operator = await enter();

describe('the panel', () => {
  test('says that the authority signs with a certificate that is not pinned', async () => {
    const { operations } = textsOf('en');
    const environment = textsOf('en').shell.environment.test;
    await operator.open('/operations');
    await operator.see(operations.problem.unpinned.replace('{{environment}}', environment));
    await operator.see(operations.authority.unpinnedMeans);
    await operator.see('The reply is signed by a certificate of the tax authority that is not');
    await operator.picture('unpinned');
    expect(operator.complaints).toEqual([]);
  });

  test('shows bytes that are no text without being misled by them', async () => {
    const { invoices } = textsOf('en');
    await operator.open(
      `/companies/${companyId}/invoices/${String(sale.id)}?environment=test&tab=messages`,
    );
    await operator.see(invoices.messages.notText);
    await operator.see(invoices.messages.downloadBytes);
    const shown = await operator.page.evaluate(() => ({
      text: document.body.innerText,
      ran: (window as unknown as { ran?: unknown }).ran,
    }));
    // The view breaks lines before elements.
    expect(shown.text).toMatch(/\ufffd\ufffd\s*<script>ran=1<\/script>/);
    expect(shown.text).not.toContain('\u202e');
    expect(shown.ran).toBeUndefined();
    await operator.picture('bytes');
    expect(operator.complaints).toEqual([]);
  });
});
