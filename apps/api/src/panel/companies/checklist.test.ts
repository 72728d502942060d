import type { EnvironmentFacts, OnboardingFacts } from '@fiscal/db/company';
import { expect, test } from '@jest/globals';
import { checklistOf, missingForLive } from './checklist.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

const COMPLETE: EnvironmentFacts = {
  certificate: {
    tin: '12345678',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2028-01-01T00:00:00Z'),
  },
  cashRegister: {
    name: 'Kasa 1',
    tcrCode: 'cc123cc123',
    businessUnitCode: 'bb123bb123',
    softwareCode: 'ss123ss123',
    operatorCode: 'oo123oo123',
    maintainerCode: 'mm123mm123',
  },
  hasApiKey: true,
  hasFiscalizedInvoice: true,
};
const EMPTY: EnvironmentFacts = {
  certificate: null,
  cashRegister: null,
  hasApiKey: false,
  hasFiscalizedInvoice: false,
};

function factsOf(change: {
  test?: Partial<EnvironmentFacts>;
  live?: Partial<EnvironmentFacts>;
}): OnboardingFacts {
  const company = { environment: 'test', tin: '12345678' } as OnboardingFacts['company'];
  return {
    company,
    test: { ...COMPLETE, ...change.test },
    live: { ...COMPLETE, ...change.live },
  };
}
const missing = (change: Parameters<typeof factsOf>[0]) =>
  missingForLive(factsOf(change), NOW).map(({ key }) => key);

test('a company that has everything may go live', () => {
  expect(missing({})).toEqual([]);
});

test('a new company is led through every step', () => {
  const list = checklistOf(factsOf({ test: EMPTY, live: EMPTY }), NOW);
  expect(list.isLive).toBe(false);
  const keys = ['certificate', 'codes', 'tcr', 'api-key', 'test-invoice'];
  expect(list.gettingStarted.map(({ key }) => key)).toEqual(keys);
  expect([...list.gettingStarted, ...list.goingLive].every(({ isDone }) => !isDone)).toBe(true);
  expect(list.goingLive.map(({ key }) => key)).toEqual(keys.filter((key) => key !== 'api-key'));
});

const certificate = (change: object) => ({
  live: { certificate: { ...COMPLETE.certificate!, ...change } },
});
const cashRegister = (change: object) => ({
  live: { cashRegister: { ...COMPLETE.cashRegister!, ...change } },
});
test.each<[string, string, Parameters<typeof factsOf>[0]]>([
  ['certificate', 'there is none', { live: { certificate: null } }],
  ['certificate', 'it has expired', certificate({ notAfter: new Date('2026-11-20') })],
  ['certificate', 'it is not valid yet', certificate({ notBefore: new Date('2026-11-22') })],
  ['certificate', 'another TIN', certificate({ tin: '87654321' })],
  ['codes', 'one has another form', cashRegister({ operatorCode: 'oo12' })],
  ['tcr', 'not registered', cashRegister({ tcrCode: null })],
  ['test-invoice', 'none was fiscalized', { test: { hasFiscalizedInvoice: false } }],
])('%s keeps it from going live: %s', (key, _, change) => {
  expect(missing(change)).toEqual([key]);
});

test('an invoice that was fiscalized in live is no test invoice', () => {
  const change = { test: { hasFiscalizedInvoice: false }, live: { hasFiscalizedInvoice: true } };
  expect(missing(change)).toEqual(['test-invoice']);
});
