// The way of a company to its first test invoice, and to the live environment, in steps. Pure: from
// what is stored to what is done. Decisions §7.

import type { EnvironmentFacts, OnboardingFacts } from '@fiscal/db/company';
import { isRegistrationCode } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { z } from 'zod';
import type { checklist } from './company-schemas.ts';

type Checklist = z.input<typeof checklist>;
type Step = Checklist['goingLive'][number];

/** Where the company stands at `now`. */
export function checklistOf(facts: OnboardingFacts, now: Date): Checklist {
  const { company, test, live } = facts;
  return {
    isLive: company.environment === 'live',
    gettingStarted: [
      certificateStep('test', test, company.tin, now),
      codesStep('test', test),
      tcrStep('test', test),
      step('api-key', test.hasApiKey, 'A test key is there.', 'Make an API key for test.'),
      testInvoiceStep(test),
    ],
    firstSale: [
      step('live-api-key', live.hasApiKey, 'A live key is there.', 'Make an API key for live.'),
      step(
        'live-invoice',
        live.hasFiscalizedInvoice,
        'A live invoice has been fiscalized.',
        'Fiscalize the first invoice with a live key.',
      ),
    ],
    goingLive: [
      certificateStep('live', live, company.tin, now),
      codesStep('live', live),
      tcrStep('live', live),
      testInvoiceStep(test),
    ],
  };
}

/** What is still missing before the company may go live. */
export function missingForLive(facts: OnboardingFacts, now: Date): Step[] {
  return checklistOf(facts, now).goingLive.filter(({ isDone }) => !isDone);
}

function certificateStep(
  environment: Environment,
  { certificate }: EnvironmentFacts,
  tin: string,
  now: Date,
): Step {
  const missing = (detail: string): Step => ({ key: 'certificate', isDone: false, detail });
  if (!certificate) return missing(`Upload the ${environment} certificate.`);
  if (certificate.notAfter < now) return missing(`The ${environment} certificate has expired.`);
  if (certificate.notBefore > now) {
    return missing(`The ${environment} certificate is not valid yet.`);
  }
  if (certificate.tin !== tin) return missing('The certificate belongs to another TIN.');
  const until = certificate.notAfter.toISOString().slice(0, 10);
  return { key: 'certificate', isDone: true, detail: `Valid until ${until}.` };
}

function codesStep(environment: Environment, { cashRegister }: EnvironmentFacts): Step {
  const missing = (detail: string): Step => ({ key: 'codes', isDone: false, detail });
  if (!cashRegister) return missing(`Add a ${environment} cash register with its codes.`);
  const { businessUnitCode, softwareCode, operatorCode, maintainerCode, name } = cashRegister;
  const codes = [businessUnitCode, softwareCode, operatorCode, maintainerCode];
  if (!codes.every(isRegistrationCode)) return missing(`Complete the codes of ${name}.`);
  return { key: 'codes', isDone: true, detail: `The codes of ${name} are complete.` };
}

function tcrStep(environment: Environment, { cashRegister }: EnvironmentFacts): Step {
  const tcrCode = cashRegister?.tcrCode ?? null;
  const todo = `Register the ${environment} cash register (TCR) with the tax authority.`;
  return step('tcr', tcrCode !== null, `Its TCR code is ${tcrCode ?? ''}.`, todo);
}

function testInvoiceStep({ hasFiscalizedInvoice }: EnvironmentFacts): Step {
  const done = 'A test invoice has been fiscalized.';
  return step('test-invoice', hasFiscalizedInvoice, done, 'Fiscalize one invoice with a test key.');
}

function step<Key extends string>(key: Key, isDone: boolean, done: string, todo: string) {
  return { key, isDone, detail: isDone ? done : todo };
}
