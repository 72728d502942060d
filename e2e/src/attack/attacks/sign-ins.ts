// Passwords tried by the hundred, from one address, for one person and for many.

import { visit } from '../../admin/panel-browser.ts';
import type { Attack, Target } from '../target.ts';

const TRIES = 60;
/** No other test signs in from there. */
const ADDRESS = '192.0.2.66';

async function tryPasswords({ service }: Target, emailOf: (i: number) => string): Promise<string> {
  const statuses = await Promise.all(
    Array.from({ length: TRIES }, async (_, i) => {
      const { status } = await visit(service)
        .post('/sign-in', { email: emailOf(i), password: `pogodak-${String(i)}-nije` })
        .set('X-Forwarded-For', ADDRESS);
      return status;
    }),
  );
  const wrong = statuses.filter((status) => status !== 401 && status !== 429);
  if (wrong.length > 0) throw new Error(`status ${wrong.join(', ')}`);
  return `status 401 or 429 ${String(TRIES)} times`;
}

export const signIns: readonly Attack[] = [
  {
    name: 'many wrong passwords of one person',
    run: (target) => tryPasswords(target, () => target.service.stack.demo.operator.email),
  },
  {
    name: 'one wrong password each of many people',
    run: (target) => tryPasswords(target, (i) => `osoba-${String(i)}@radnja.example`),
  },
];
