// What can happen to the panel where it runs apart from the tills, as in production: a till beside
// it sells on.

import { createFiscalClient } from '@fiscal/client';
import type { InvoiceRequest } from '@fiscal/client';
import { atRate, eventually, percentile } from '@fiscal/testbed';
import { divideApi } from '../../roles/divided-api.ts';
import { visit } from '../../admin/panel-browser.ts';
import { cashInvoice } from '../../service/invoices.ts';
import { endOf, expectStatus } from '../target.ts';
import type { Attack } from '../target.ts';

const SALES = 50;
const SALE_EVERY_MS = 200;

export const panelApart: readonly Attack[] = [
  {
    name: 'a panel apart that is flooded, stopped and killed',
    run: async ({ service, victim, attacker }) => {
      const divided = await divideApi(service.stack);
      const { tills, panel } = divided;
      const client = createFiscalClient({ baseUrl: tills.url, apiKey: victim.test.key });
      /** @returns how long 99 of 100 customers waited at most, in ms. */
      const sell = async () => {
        const waits = await atRate(Array(SALES).keys(), SALE_EVERY_MS, async (_sale, due) => {
          const sale = await client.createAndPrint(cashInvoice() as InvoiceRequest);
          const status = await endOf(sale, (id) => client.readInvoice(id));
          if (status !== 'Fiscalized') throw new Error(`a sale is ${status}`);
          return performance.now() - due;
        });
        return percentile(waits, 0.99);
      };
      try {
        // The paths of the panel lead nowhere in the process of the tills.
        const stack = { ...service.stack, apiUrl: tills.url };
        expectStatus(await visit({ stack }).post('/sign-in', service.stack.demo.operator), 404);
        const calm = await sell();
        const flood = await divided.flood(attacker.companyId);
        try {
          await eventually(
            () => flood.served(),
            (served) => served.size === 4,
          );
          const flooded = await sell();
          panel.process.kill('SIGSTOP');
          const stopped = await sell();
          panel.process.kill('SIGKILL');
          await panel.process.ended;
          const killed = await sell();
          return `p99 of a till beside it ${[calm, flooded, stopped, killed]
            .map((ms) => `${Math.round(ms)} ms (${(ms / calm).toFixed(1)} ×)`)
            .join(', ')}: calm, flooded, stopped, killed`;
        } finally {
          await flood.stop();
        }
      } finally {
        await divided.close();
      }
    },
  },
];
