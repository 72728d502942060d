// Chains of correctives, by the precedence of extensions §1: each document is within a cent of its
// own lines, all together are exactly zero, and the plain rounding is left only where a search
// finds no other choice; every message passes schema and authority. It prints how often that is.
// MONEY_CHAINS makes a longer run, MONEY_SEED repeats one.

import { expect, test } from '@jest/globals';
import { computeInvoice, decideDocument, NO_RELATIONS } from '@fiscal/domain';
import type { ComputedInvoice, DocumentInForce, InvoiceRequest } from '@fiscal/domain';
import { validateRequest } from '@fiscal/efi';
import { randomFrom, seedOf } from '@fiscal/testbed/random';
import { objectionsTo } from './authority.ts';
import {
  fewestLeft,
  isOpen,
  isWithinCent,
  leavesNet,
  leavesTotal,
  minus,
  plainOf,
  roundedOf,
  unitsOf,
  vatOf,
} from './chain-rules.ts';
import type { Pair, Rounded } from './chain-rules.ts';
import { messageOf, signatureMaker } from './messages.ts';
import { randomChain } from './random-chain.ts';
import type { Chain } from './random-chain.ts';
import { BUYER_ABROAD } from './random-invoice.ts';

const CHAINS = Number(process.env.MONEY_CHAINS ?? 1000);
const SEED = seedOf(process.env.MONEY_SEED);

const SENT = {
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-11-21T10:00:00Z',
} as const;

const sign = signatureMaker();

/** A document with what the rules look at. */
interface Issued extends DocumentInForce {
  rounded: Rounded;
}

const counts = new Map<string, number>();
const count = (what: string, by = 1): void => {
  counts.set(what, (counts.get(what) ?? 0) + by);
};

/** Every document of a chain, each computed beside those in force. */
function issue(chain: Chain): Issued[] {
  const issued: Issued[] = [];
  for (const [place, { items, discountAmount, inForce, drafted }] of chain.documents.entries()) {
    const type = place === 0 ? 'Invoice' : 'Corrective';
    const buyer = chain.isExport ? BUYER_ABROAD : null;
    const request: InvoiceRequest = { ...SENT, type, items, discountAmount, buyer };
    const beside = (places: number[]): ComputedInvoice => {
      if (issued.length === 0) return computeInvoice(request, chain);
      const sent = { request, originalId: '0', context: chain };
      const documents = places.map((place) => issued[place]!);
      return decideDocument(sent, { ...NO_RELATIONS, documents }, false).computed;
    };
    const computed = beside(inForce);
    if (JSON.stringify(beside(drafted)) !== JSON.stringify(computed)) count('drafts outdated');
    const id = String(issued.length);
    const originalId = issued.length === 0 ? null : '0';
    issued.push({ id, originalId, request, items, computed, rounded: roundedOf(computed) });
  }
  return issued;
}

/** Rules 1, 3 and 4 of one corrective. */
function problemsOf(own: Issued, before: readonly Rounded[]): string[] {
  const { rounded } = own;
  const { exact, said } = rounded;
  const plain = plainOf(exact);
  const left = before.reduce((sum, document) => sum + vatOf(document.exact), vatOf(exact));
  const keepsTotal = ({ total }: Pair) => total === plain.total;
  const isPlain = (choice: Pair) => keepsTotal(choice) && choice.net === plain.net;
  const isForVat = vatOf(exact) === 0 || left === 0;
  count('correctives');
  if (leavesTotal(rounded)) count('correctives that leave (3)');
  else if (leavesNet(rounded)) count(`correctives that leave (4)`);
  if (vatOf(exact) === 0 && vatOf(said) !== 0) count('correctives without VAT that show a cent');

  const problems: string[] = [];
  if (!isWithinCent(minus(said, exact))) problems.push('rule 1: totals');
  if (leavesTotal(rounded) && isOpen(rounded, before, keepsTotal)) problems.push('rule 3');
  const leavesOnlyNet = !leavesTotal(rounded) && leavesNet(rounded);
  if (leavesOnlyNet && isOpen(rounded, before, isPlain)) {
    if (isForVat) count('correctives that leave (4) for no VAT where there is none');
    else problems.push('rule 4');
  }
  return [...problems, ...problemsOfLines(own.computed)];
}

/** Rule 1 by rate, and what the authority recalculates of a line (protocol §11). */
function problemsOfLines({ lines, sameTaxGroups }: ComputedInvoice): string[] {
  const problems: string[] = [];
  for (const { vatRate, exemption, base, vat } of sameTaxGroups) {
    const own = lines.filter((line) => line.vatRate === vatRate && line.exemption === exemption);
    const sum = (amounts: string[]) => amounts.reduce((all, amount) => all + unitsOf(amount), 0);
    const isSum =
      sum(own.map((line) => line.base)) === unitsOf(base) &&
      sum(own.map((line) => line.vat)) === unitsOf(vat);
    if (!isSum) problems.push(`rule 1: ${exemption ?? vatRate} %`);
  }
  for (const { name, base, vat, total, vatRate } of lines) {
    const owed = (unitsOf(base) * Number(vatRate ?? 0)) / 100;
    if (unitsOf(base) + unitsOf(vat) !== unitsOf(total)) problems.push(`${name}: total`);
    if (Math.abs(unitsOf(vat) - owed) > 100) problems.push(`${name}: VAT`);
  }
  return problems;
}

/** What is left of totals and rates when everything is taken back, in ten-thousandths. */
function leftOf(documents: readonly Issued[]): Record<string, number> {
  const left: Record<string, number> = {};
  const add = (name: string, amount: string) => {
    left[name] = (left[name] ?? 0) + unitsOf(amount);
  };
  for (const { computed } of documents) {
    const { totals, sameTaxGroups } = computed;
    for (const [name, amount] of Object.entries(totals)) add(name, amount as string);
    for (const { vatRate, exemption, base, vat } of sameTaxGroups) {
      add(`base at ${exemption ?? vatRate} %`, base);
      add(`VAT at ${exemption ?? vatRate} %`, vat);
    }
  }
  return Object.fromEntries(Object.entries(left).filter(([, amount]) => amount !== 0));
}

/** Rule 2; a failure behind a later number may leave a cent where the rest is taken at once. */
function problemsOfSums(chain: Chain, documents: readonly Issued[]): string[] {
  const left = leftOf(documents);
  if (Object.keys(left).length === 0) return [];
  const isCents = Object.entries(left).every(
    ([name, amount]) => !name.includes('%') && Math.abs(amount) <= 100,
  );
  if (chain.failures === 0 || !isCents) return [`rule 2: ${JSON.stringify(left)}`];
  count('chains with a failure that leave a cent');
  return [];
}

test(
  `${CHAINS} chains of correctives of seed ${SEED} are rounded by the precedence`,
  () => {
    const random = randomFrom(SEED);
    for (let drawn = 0; (counts.get('chains') ?? 0) < CHAINS; drawn += 1) {
      const chain = randomChain(random);
      if (chain === null) continue;
      count('chains');
      if (chain.failures > 0) count('chains with a failure');
      if (chain.isExport) count('chains of an export');
      const issued = issue(chain);
      const problems = chain.documents.flatMap(({ inForce }, place) =>
        place === 0
          ? []
          : problemsOf(
              issued[place]!,
              inForce.map((before) => issued[before]!.rounded),
            ),
      );
      for (const { request, computed } of issued) {
        const message = sign(messageOf(request, computed, chain.isInVat));
        problems.push(...validateRequest(message), ...objectionsTo(message, chain.isInVat));
      }
      const last = chain.inForce.map((place) => issued[place]!);
      problems.push(...problemsOfSums(chain, last));
      if (problems.length > 0) {
        throw new Error(`seed ${SEED}, ${drawn}: ${problems.join('; ')}\n${JSON.stringify(chain)}`);
      }
      countLeaving(chain, last);
    }
    // Figures for a person who asks for many; a run of the whole suite has its own lines.
    if (process.env.MONEY_CHAINS !== undefined) {
      process.stdout.write(`${[...counts].map(([what, many]) => `${many} ${what}`).join('\n')}\n`);
    }
    expect(counts.get('correctives that leave (3)')).toBeGreaterThan(0);
    expect(counts.get('chains of an export')).toBeGreaterThan(CHAINS / 20);
  },
  600_000 + CHAINS * 100,
);

/**
 * Chains that leave the plain total, beside the fewest documents that would with all known before.
 */
function countLeaving(chain: Chain, documents: readonly Issued[]): void {
  const rounded = documents.map((document) => document.rounded);
  const correctives = rounded.slice(1);
  if (correctives.some(leavesTotal)) count('chains that leave (3)');
  if (correctives.some((own) => !leavesTotal(own) && leavesNet(own))) {
    count('chains that leave (4)');
  }
  if (chain.failures > 0) return;
  count(
    'correctives that leave (3), of chains without a failure',
    correctives.filter(leavesTotal).length,
  );
  count('the fewest that could, had the later ones been known', fewestLeft(rounded));
}
