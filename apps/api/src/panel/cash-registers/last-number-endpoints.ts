// The last number of a cash register in a database that was restored: a person says what it is,
// from the receipt itself or by a link on it, for which the authority is asked.

import { findCompanyCashRegister, readCompany } from '@fiscal/db/company';
import { confirmNumber, listConfirmedRegisters, listSuspendedRegisters } from '@fiscal/db/number';
import type { ConfirmationResult, SuspendedRegister } from '@fiscal/db/number';
import { localYearOf, parseInstant, readVerificationUrl } from '@fiscal/domain';
import type { VerifiedInvoice } from '@fiscal/domain';
import type { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { noSuch, refuse, refuseField } from '../../http/refusal/refusal.ts';
import { afterKeyOperation } from '../../work/key-operations.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { auditName } from '../../access/actor.ts';
import { confirmedNumber, lastReceipt, numberConfirmation } from './cash-register-schemas.ts';

const { post } = endpointsFor<KeyOperationDependencies>()('/companies/{companyId}/cash-registers', {
  tag: 'Panel: cash registers',
  access: 'company',
});

export const lastNumberEndpoints = [
  post('/{cashRegisterId}/confirm-number', {
    operationId: 'confirmLastNumber',
    summary:
      'Say what its last number was before the database was restored: it sells on after it. One that was ' +
      'confirmed too small is raised, until something is numbered behind it',
    body: numberConfirmation,
    result: confirmedNumber,
    async handle({ deps, actor, params: { companyId, cashRegisterId }, body }) {
      const found = await findCompanyCashRegister(deps.db, companyId, cashRegisterId);
      if (!found) return noSuch('cash register');
      const said = { actor: auditName(actor), cashRegisterId, ...body };
      return confirmationResult(await confirmNumber(deps.db, said), body.lastOrdinal);
    },
  }),
  post('/{cashRegisterId}/confirm-receipt', {
    operationId: 'confirmLastReceipt',
    summary:
      'Name its last receipt by the link of the QR code, for which the tax authority is asked',
    body: lastReceipt,
    result: confirmedNumber,
    async handle(call) {
      const { deps, actor, params, body } = call;
      const { companyId, cashRegisterId } = params;
      const found = await readCompany(deps.db, companyId);
      if (!found) return noSuch('company');
      const own = await findCompanyCashRegister(deps.db, companyId, cashRegisterId);
      if (!own) return noSuch('cash register');
      const isAsked = (each: SuspendedRegister) => each.cashRegisterId === cashRegisterId;
      const confirmed = (await listConfirmedRegisters(deps.db, { companyId })).find(isAsked);
      const suspended =
        (await listSuspendedRegisters(deps.db, { companyId })).find(isAsked) ?? confirmed;
      if (suspended === undefined) return confirmationResult({ kind: 'not-suspended' }, 0);
      const receipt = readVerificationUrl(body.link);
      if (receipt === null) return refuseField('link', 'must be the link of a QR code');
      const wrong = findMismatch(receipt, suspended, found.company.tin);
      if (wrong !== null) return refuseField('link', wrong);
      if (confirmed && receipt.ordinal <= confirmed.lastOrdinal) {
        return confirmationResult({ kind: 'not-suspended' }, 0);
      }
      return afterKeyOperation(call, checkOf(receipt, suspended), async (result) => {
        if (result.answer !== 'registered') return refuseField('link', UNPROVEN[result.answer]);
        const evidence = `EFI: ${receipt.iic}, FIC ${result.fic}`;
        const lastOrdinal = receipt.ordinal;
        const said = { actor: auditName(actor), cashRegisterId, lastOrdinal, evidence };
        return confirmationResult(await confirmNumber(deps.db, said), lastOrdinal);
      });
    },
  }),
];

function checkOf(receipt: VerifiedInvoice, suspended: SuspendedRegister) {
  const { issueDateTime, ordinal, businessUnitCode, tcrCode, softwareCode } = receipt;
  const { cashRegisterId, companyId, environment } = suspended;
  return {
    kind: 'check-receipt' as const,
    cashRegisterId,
    companyId,
    environment,
    values: {
      issueDateTime,
      ordinal,
      businessUnitCode,
      tcrCode,
      softwareCode,
      totalPrice: receipt.total,
    },
    expectedIic: receipt.iic,
  };
}

const UNPROVEN = {
  'not-registered':
    'The tax authority does not know this receipt. One that was issued offline may not have been ' +
    'delivered: confirm its number by hand.',
  'not-signed':
    'No certificate of the company that is stored here makes the IIC of this receipt: confirm its ' +
    'number by hand.',
} as const;

/** Why the receipt is not one of the cash register and year, in words. */
function findMismatch(
  receipt: VerifiedInvoice,
  suspended: SuspendedRegister,
  tin: string,
): string | null {
  if (receipt.tin !== tin) return `The receipt is not of this company, which has TIN ${tin}.`;
  if (receipt.tcrCode !== suspended.tcrCode) {
    return `The receipt is of the TCR code ${receipt.tcrCode}, and this one is ${suspended.tcrCode}.`;
  }
  const issuedAt = parseInstant(receipt.issueDateTime);
  if (issuedAt !== null && localYearOf(issuedAt) === suspended.year) return null;
  return `The receipt is not of ${suspended.year}. Where there is none of this year, confirm 0 by hand.`;
}

function confirmationResult(
  result: ConfirmationResult,
  lastOrdinal: number,
): Result<z.input<typeof confirmedNumber>> {
  switch (result.kind) {
    case 'confirmed':
      return ok({ lastOrdinal });
    case 'not-suspended':
      return refuse(
        'CONFLICT',
        'The last number of this cash register is certain already. One that was confirmed can only be raised.',
      );
    case 'numbered':
      return refuse(
        'CONFLICT',
        `${result.confirmed} was confirmed, and numbers up to ${result.lastOrdinal} are given since: it cannot be ` +
          'raised any more. A new TCR code begins at 1.',
      );
    case 'too-low':
      return impossibleNumber(
        `The database has an invoice with the number ${result.lastOrdinal}.`,
        `must be at least ${result.lastOrdinal}`,
      );
    case 'too-high':
      return impossibleNumber(
        `The largest number that is taken is ${result.largest}.`,
        `must be at most ${result.largest}`,
      );
  }
}

function impossibleNumber(error: string, message: string) {
  const code = 'FIELD_INVALID';
  return refuse(code, error, { details: [{ code, path: 'lastOrdinal', message }] });
}
