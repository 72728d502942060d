// One sale for each way in which the authority can fail to reply, from the till to the authority's
// ledger. It reports what happened and judges nothing.

import type { Body, RunningService } from '../service/running-service.ts';
import type { Till } from './tills.ts';

/** Name, behaviour, and whether the authority has registered the message all the same. */
export const WAYS: readonly [name: string, behaviour: object, isRegistered: boolean][] = [
  ['silence', { type: 'silence' }, false],
  ['a dropped connection', { type: 'drop' }, false],
  ['HTTP 500 without a word', { type: 'http', status: 500 }, false],
  ['a page of HTML with status 502', { type: 'html', status: 502 }, false],
  ['a page of HTML with status 200', { type: 'html', status: 200 }, false],
  ['garbage', { type: 'garbage' }, false],
  ['a reply that breaks off', { type: 'truncated' }, true],
  ['an empty reply', { type: 'empty' }, true],
  ['a wrong signature', { type: 'wrong-signature' }, true],
  ['a reply changed after it was signed', { type: 'tampered' }, true],
  ['a reply without a signature', { type: 'unsigned' }, true],
  ['the reply to another request', { type: 'wrong-request-uuid' }, true],
  ['a connection dropped after registering', { type: 'accept-then-drop' }, true],
  ['silence after registering', { type: 'accept-then-silence' }, true],
  ['a reply later than the budget', { type: 'delay', ms: 30_000 }, true],
];
/** Of all ways. */
export const WAY_NAMES = WAYS.map(([name]) => name);

/** What became of one sale. */
export interface Scenario {
  till: Till;
  /** The response to the shop. */
  response: { status: number; body: Body };
  /** The printed invoice before anything was delivered. */
  pdf: { status: number; bytes: Buffer };
  /** The record at the end. */
  final: Body;
  /** At the authority. */
  ledger: Body;
  /** Our messages as they were stored, the first one first. */
  submissions: Body[];
}
/** By the name of the way. */
export type Scenarios = ReadonlyMap<string, Scenario>;

/**
 * One sale for each way, side by side. @param whileOffline runs when all of them are handed out.
 */
export async function runScenarios(
  service: RunningService,
  nextTill: () => Till,
  whileOffline: (tills: readonly Till[]) => Promise<unknown>,
): Promise<Scenarios> {
  const sold = await Promise.all(
    WAYS.map(async ([name, behaviour]) => {
      const till = nextTill();
      await till.script(behaviour);
      const { status, body } = await till.sell();
      const response = { status, body: body as Body };
      const pdf = await till.pdf(`/api/invoices/${String(response.body.id)}/pdf`);
      return { name, till, response, pdf: { status: pdf.status, bytes: pdf.body as Buffer } };
    }),
  );
  await whileOffline(sold.map(({ till }) => till));
  const entries = sold.map(async ({ name, ...scenario }) => {
    const id = String(scenario.response.body.id);
    const final = await scenario.till.until(id, 'Fiscalized').catch(() => scenario.till.read(id));
    const submissions = await service.submissionsOf(id);
    return [
      name,
      { ...scenario, final, submissions, ledger: await scenario.till.ledger() },
    ] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The scenario of one way. */
export function scenarioOf(scenarios: Scenarios, name: string): Scenario {
  const scenario = scenarios.get(name);
  if (scenario === undefined) throw new Error(`there is no scenario of ${name}`);
  return scenario;
}

/** What never changes from message to message. */
export function fixedIn(request: string) {
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(request)?.[1];
  return {
    iic: attribute('IIC'),
    iicSignature: attribute('IICSignature'),
    ordinal: attribute('InvOrdNum'),
    invoiceNumber: attribute('InvNum'),
    issueDateTime: attribute('IssueDateTime'),
    total: attribute('TotPrice'),
  };
}
