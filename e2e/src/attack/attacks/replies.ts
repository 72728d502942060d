// Replies that an authority never gives: of an attacker at its address, or of a broken proxy.

import { HOSTILE_REPLIES } from '../../authority/hostile-replies.ts';
import { cashInvoice } from '../../service/running-service.ts';
import { endOf, expectStatus } from '../target.ts';
import type { Attack, Sale, Target } from '../target.ts';

/** Gives the attacker's next message the reply `behaviour`, and sells. */
async function sellAgainst(target: Target, behaviour: object): Promise<string> {
  const { service, attacker } = target;
  const match = { kind: 'invoice', tcrCode: attacker.tcrCodes.test, subsequentDelivery: false };
  await service.control('POST', '/script', { replies: [{ match, behaviour }] });
  const response = await attacker.test.createAndPrint(cashInvoice());
  const status = await endOf(response.body as Sale, (id) => attacker.test.read(id));
  if (status !== 'Offline') throw new Error(`the sale is ${status}`);
  return `${expectStatus(response, 201, 202)}, ${status}`;
}

const spoiled = [
  'garbage',
  'html',
  'truncated',
  'empty',
  'wrong-signature',
  'tampered',
  'unsigned',
  'wrong-request-uuid',
].map((type) => ({ name: type, behaviour: { type } }));

const foreign = HOSTILE_REPLIES.map(([name, bytes, change]) => ({
  name,
  behaviour: { type: 'bytes', base64: bytes.toString('base64'), ...change },
}));

/** The sale of the attacked company goes Offline each time. */
export const replies: readonly Attack[] = [...spoiled, ...foreign].map(({ name, behaviour }) => ({
  name: `a reply: ${name}`,
  run: (target) => sellAgainst(target, behaviour),
}));
