// RegisterTCR: a new cash register gets a code; the same taxpayer, unit and internal number again
// is an update and keeps it. Protocol §3.

import { randomInt } from 'node:crypto';
import { checkClock } from '../checks/clock.ts';
import { checkTaxpayerActive } from '../checks/taxpayer.ts';
import type { Decision, Reception } from './decision.ts';
import { localDay } from '../message/local-time.ts';
import type { RequestHeader, TcrRegistration } from '../message/request.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import { isNotDeactivated, registryDocumentSchema } from '../state/registry.ts';
import type { Registry, Tcr } from '../state/registry.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

function randomCode(): string {
  return [LETTERS, LETTERS, DIGITS, DIGITS, DIGITS, LETTERS, LETTERS, DIGITS, DIGITS, DIGITS]
    .map((alphabet) => alphabet.charAt(randomInt(alphabet.length)))
    .join('');
}

function freeCode(registry: Registry): string {
  let code = randomCode();
  while (registry.tcr(code)) code = randomCode();
  return code;
}

/** Dates that are new in this request: not in the past, and in their order. Protocol §3. */
function checkDates(tcr: TcrRegistration, known: Tcr | undefined, today: string): CheckResult {
  const from = tcr.validFrom ?? known?.validFrom ?? null;
  const isFromNew = tcr.validFrom !== null && tcr.validFrom !== known?.validFrom;
  const isToNew = tcr.validTo !== null && tcr.validTo !== known?.validTo;
  return firstRefusal([
    () => (isFromNew && tcr.validFrom < today ? refuse(45) : null),
    () => (isToNew && tcr.validTo < today ? refuse(46) : null),
    () => (tcr.validTo !== null && from !== null && tcr.validTo < from ? refuse(47) : null),
  ]);
}

/** An active TCR may change ValidTo and MaintainerCode only (48), a deactivated nothing (57). */
function checkChange(tcr: TcrRegistration, known: Tcr, now: number): CheckResult {
  if (!isNotDeactivated(known, now)) return refuse(57);
  const isChanged =
    (tcr.softCode !== null && tcr.softCode !== known.softwareCode) ||
    (tcr.type !== null && tcr.type !== known.type) ||
    (tcr.validFrom !== null && tcr.validFrom !== known.validFrom);
  return isChanged ? refuse(48) : null;
}

function checkCodes(tcr: TcrRegistration, known: Tcr | undefined, registry: Registry): CheckResult {
  const { softCode, maintainerCode } = tcr;
  const isSoftwareRight =
    softCode === null ? known !== undefined : registry.isActiveSoftware(softCode);
  const isMaintainerRight =
    maintainerCode === null ? known !== undefined : registry.isActiveMaintainer(maintainerCode);
  return firstRefusal([
    () => (registry.isActiveBusinessUnit(tcr.businUnitCode, tcr.issuerTin) ? null : refuse(41)),
    () => (isSoftwareRight ? null : refuse(42)),
    () => (isMaintainerRight ? null : refuse(43)),
  ]);
}

function created(tcr: TcrRegistration, code: string, activeSince: number): Tcr {
  return {
    code,
    tin: tcr.issuerTin,
    businessUnitCode: tcr.businUnitCode,
    internalId: tcr.tcrIntId,
    softwareCode: tcr.softCode ?? '',
    maintainerCode: tcr.maintainerCode,
    type: tcr.type === 'VENDING' ? 'VENDING' : 'REGULAR',
    validFrom: tcr.validFrom,
    validTo: tcr.validTo,
    active: true,
    activeSince: new Date(activeSince).toISOString(),
  };
}

/**
 * Decides on the registration of a TCR whose signature is right.
 * @param activationMs how long a new TCR waits before its invoices are accepted.
 */
export function registerTcr(
  tcr: TcrRegistration,
  header: RequestHeader,
  state: SimulatorState,
  reception: Reception,
  activationMs: number,
): Decision {
  const { registry } = state;
  const { now } = reception;
  const known = registry.tcrOf({
    tin: tcr.issuerTin,
    businessUnitCode: tcr.businUnitCode,
    internalId: tcr.tcrIntId,
  });
  const refusal = firstRefusal([
    () => checkClock(header, now),
    () => checkTaxpayerActive(tcr.issuerTin, registry),
    () => checkCodes(tcr, known, registry),
    () => (known ? checkChange(tcr, known, now) : null),
    () => checkDates(tcr, known, localDay(now)),
  ]);
  if (refusal) return { outcome: 'refused', refusal };
  const record = known
    ? {
        ...known,
        validTo: tcr.validTo ?? known.validTo,
        maintainerCode: tcr.maintainerCode ?? known.maintainerCode,
      }
    : created(tcr, freeCode(registry), now + activationMs);
  return {
    outcome: 'accepted',
    issuedCode: record.code,
    findings: [],
    effect: { type: 'registry', document: registryDocumentSchema.parse({ tcrs: [record] }) },
  };
}
