// Chains of correctives, by the precedence of extensions §1: each document is within a cent of its
// own lines, all together are exactly zero, and the plain rounding is left only where a search
// finds no other choice; every message passes schema and authority. It prints how often that is.
// MONEY_CHAINS makes a longer run, MONEY_SEED repeats one.

import { expect, test } from '@jest/globals';
import { computeInvoice, decideDocument, NO_RELATIONS, paymentsOf } from '@fiscal/domain';
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
import { isCash, isCashOut, partsOf, paymentProblems, sumsOf } from './chain-payments.ts';
import type { Pair, Rounded } from './chain-rules.ts';
import { ADVANCE_IIC, messageOf, signatureMaker } from './messages.ts';
import { randomChain } from './random-chain.ts';
import type { Chain, ChainDocument } from './random-chain.ts';
import { BUYER_ABROAD } from './random-invoice.ts';

const CHAINS = Number(process.env.MONEY_CHAINS ?? 300);
const SEED = seedOf(process.env.MONEY_SEED);

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
  for (const document of chain.documents) {
    const { items, inForce, drafted } = document;
    const sent = requestOf(chain, document, issued);
    const decided = (places: number[], request = sent) => {
      const documents = places.map((place) => issued[place]!);
      const originalId = documents.length === 0 ? null : '0';
      const relations = { ...NO_RELATIONS, documents };
      return decideDocument({ request, originalId, context: chain }, relations, false);
    };
    const beside = inForce.map((place) => issued[place]!);
    const { total } = decided(inForce).computed.totals;
    const request = paidBackAlone(sent, document, total, beside);
    const { computed } = decided(inForce, request);
    const before = decided(drafted, request).computed;
    if (JSON.stringify(before) !== JSON.stringify(computed)) count('drafts outdated');
    const id = String(issued.length);
    const originalId = issued.length === 0 ? null : '0';
    issued.push({ id, originalId, request, items, computed, rounded: roundedOf(computed) });
  }
  return issued;
}

/** What a shop sends: the sale with its payments, a corrective without. */
function requestOf(
  chain: Chain,
  { items, discountAmount }: ChainDocument,
  issued: readonly Issued[],
): InvoiceRequest {
  const request: InvoiceRequest = {
    type: issued.length === 0 ? 'Invoice' : 'Corrective',
    orderNumber: 0,
    typeOfInvoice: chain.typeOfInvoice,
    paymentMethod: chain.payers[0]!.method,
    advancePaymentIic: ADVANCE_IIC,
    paymentDeadline: '2026-11-21T10:00:00Z',
    items,
    discountAmount,
    buyer: chain.isExport ? BUYER_ABROAD : null,
  };
  if (issued.length > 0 || chain.payers.length === 1) return request;
  const { total } = computeInvoice(request, chain).totals;
  return Number(total) === 0 ? request : { ...request, payments: partsOf(total, chain.payers) };
}

/** A corrective that gives all back by one method, where that method holds as much. */
function paidBackAlone(
  request: InvoiceRequest,
  { paidBackBy }: ChainDocument,
  total: string,
  documents: readonly Issued[],
): InvoiceRequest {
  const amount = Number(total);
  if (paidBackBy === null || documents.length === 0 || amount >= 0) return request;
  const held = sumsOf(documents.map(paymentsOf));
  const isCashHeld = [...held.keys()].some(isCash);
  if ((held.get(paidBackBy) ?? 0) < Math.round(-amount * 100)) return request;
  if (isCashHeld && !isCash(paidBackBy)) return request;
  count('correctives that give back by one method');
  return { ...request, payments: [{ method: paidBackBy, amount }] };
}

/** Rules 1, 3 and 4 of one corrective, and what pays it. */
function problemsOf(own: Issued, documents: readonly Issued[]): string[] {
  const { rounded } = own;
  const before = documents.map((document) => document.rounded);
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
  const paid = documents.map(paymentsOf);
  const isOwn = own.request.payments !== undefined;
  problems.push(...paymentProblems(paymentsOf(own), own.computed.totals.total, paid, isOwn));
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

/** What is left of totals, rates and methods when everything is taken back, in ten-thousandths. */
function leftOf(documents: readonly Issued[]) {
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
  const ofMethods = [...sumsOf(documents.map(paymentsOf))];
  const notZero = (entries: [string, number][]): Record<string, number> =>
    Object.fromEntries(entries.filter(([, amount]) => amount !== 0));
  return {
    amounts: notZero(Object.entries(left)),
    methods: notZero(ofMethods.map(([method, cents]) => [method, cents * 100])),
  };
}

/**
 * Rule 2, of methods too. A failure behind a later number may leave a cent where the rest is taken
 * at once; and of a method as much as what failed had paid, where a customer chose a method that
 * held it. A sale whose cash ran out before the last corrective leaves the cents that these took of
 * it, because what is registered as CASH has a cash method.
 */
function problemsOfSums(chain: Chain, issued: readonly Issued[]): string[] {
  const documents = chain.inForce.map((place) => issued[place]!);
  const failed = issued.filter((_document, place) => !chain.inForce.includes(place));
  const { amounts, methods } = leftOf(documents);
  const problems: string[] = [];
  if (Object.keys(amounts).length > 0) {
    const isCents = Object.entries(amounts).every(
      ([name, amount]) => !name.includes('%') && Math.abs(amount) <= 100,
    );
    if (chain.failures === 0 || !isCents) problems.push(`rule 2: ${JSON.stringify(amounts)}`);
    else count('chains with a failure that leave a cent');
  }
  if (Object.keys(methods).length > 0) {
    const most = Math.max(...Object.values(methods).map(Math.abs));
    const isOut = isCashOut(documents.map(paymentsOf));
    if (isOut) count('chains whose cash runs out');
    else if (chain.failures > 0) count('chains with a failure that leave cents of a method');
    const isChosen = documents.slice(1).some(({ request }) => request.payments !== undefined);
    const paidByFailed = [...sumsOf(failed.map(paymentsOf)).values()].map(Math.abs);
    const chosen = isChosen ? paidByFailed.reduce((sum, cents) => sum + cents, 0) * 100 : 0;
    if (!(isOut || chain.failures > 0) || most > documents.length * 100 + chosen) {
      problems.push(`rule 2 of methods: ${JSON.stringify(methods)}`);
    }
  }
  return problems;
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
      if (chain.payers.length > 1) count('chains of several methods');
      const issued = issue(chain);
      const problems = chain.documents.flatMap(({ inForce }, place) =>
        place === 0
          ? []
          : problemsOf(
              issued[place]!,
              inForce.map((before) => issued[before]!),
            ),
      );
      for (const { request, computed } of issued) {
        const message = sign(messageOf(request, computed, chain.isInVat));
        const { refusals, findings } = objectionsTo(message, chain.isInVat);
        problems.push(...validateRequest(message), ...refusals, ...findings);
      }
      const last = chain.inForce.map((place) => issued[place]!);
      problems.push(...problemsOfSums(chain, issued));
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
    expect(counts.get('chains of several methods')).toBeGreaterThan(CHAINS / 2);
    expect(counts.get('correctives that give back by one method')).toBeGreaterThan(CHAINS / 20);
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
