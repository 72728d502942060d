// Exported files whose readers take nothing of them.

import { once } from 'node:events';
import { connect } from 'node:net';
import { openPanel } from '../../admin/panel-browser.ts';
import { cashInvoice } from '../../service/running-service.ts';
import { expectStatus } from '../target.ts';
import type { Attack, Target } from '../target.ts';

const READERS = 3;
/** More than the system keeps of a connection. */
const ROWS = 6_000;
const NOTE_LENGTH = 10_000;

const pathOf = (companyId: string) =>
  `/companies/${companyId}/invoices/export?environment=test&format=csv`;

/** Rows of a large file, once. */
async function fill({ service, attacker }: Target): Promise<void> {
  const { companyId } = attacker;
  const [{ count } = { count: 0 }] = await service.query(
    'select count(*)::int4 from invoice where company_id = $1 and order_number > 200000',
    [companyId],
  );
  if (Number(count) > 0) return;
  await attacker.test.post('/api/invoices/draft', cashInvoice());
  await service.query(
    `with known as (select * from invoice where company_id = $1 and environment = 'test' limit 1),
     added as (
       insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, created_at, note)
       select uuidv7(), company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, 200000 + n, now(), repeat('n', $2)
       from known, generate_series(1, $3::int4) n
       returning id)
     insert into invoice_content (invoice_id, request, computed, warnings, seller)
     select added.id, c.request, c.computed, c.warnings, c.seller
     from added, known join invoice_content c on c.invoice_id = known.id`,
    [companyId, NOTE_LENGTH, ROWS],
  );
}

export const exports: readonly Attack[] = [
  {
    name: `${READERS} files of one company that are never taken, and another company's file`,
    run: async (target) => {
      const { service, attacker, victim } = target;
      await fill(target);
      const panel = await openPanel(service);
      const { hostname, port } = new URL(service.stack.apiUrl);
      const readers = await Promise.all(
        Array.from({ length: READERS }, async () => {
          const socket = connect({ host: hostname, port: Number(port) });
          socket.on('error', () => undefined);
          socket.write(
            `GET /admin/api${pathOf(attacker.companyId)} HTTP/1.1\r\nHost: panel\r\n` +
              `Sec-Fetch-Site: same-origin\r\nCookie: ${panel.cookie}\r\n\r\n`,
          );
          // The response has begun; no more of it is taken.
          await once(socket, 'readable');
          return socket;
        }),
      );
      try {
        return `another's file ${expectStatus(await panel.get(pathOf(victim.companyId)), 200)}`;
      } finally {
        for (const socket of readers) socket.destroy();
      }
    },
  },
];
