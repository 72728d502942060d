// What the simulated authority says of a message, at once and at night. Its checks share no code
// with what computed the message; those of signature and IIC are left out.

import { parseMessage } from '../../../apps/efi-simulator/src/message/open-message.ts';
import { readRequest } from '../../../apps/efi-simulator/src/message/request.ts';
import { toTree } from '../../../apps/efi-simulator/src/message/xml-tree.ts';
import { registerInvoice } from '../../../apps/efi-simulator/src/registration/register-invoice.ts';
import { loadRequestSchema } from '../../../apps/efi-simulator/src/schema/request-schema.ts';
import type { RegisteredInvoice } from '../../../apps/efi-simulator/src/state/events.ts';
import { registryDocumentSchema } from '../../../apps/efi-simulator/src/state/registry.ts';
import { SimulatorState } from '../../../apps/efi-simulator/src/state/simulator-state.ts';
import { ADVANCE_IIC, CODE, ISSUED_AT, ORIGINAL_IIC, TIN } from './messages.ts';

const DAY = ISSUED_AT.slice(0, 10);

function registered(iic: string, invType: string, ordinal: number): RegisteredInvoice {
  return {
    type: 'invoice',
    sequence: ordinal,
    iic,
    fic: iic,
    tin: TIN,
    tcrCode: CODE,
    ordinal,
    year: '2026',
    invoiceNumber: `${CODE}/${ordinal}/2026/${CODE}`,
    issueDateTime: ISSUED_AT,
    day: DAY,
    invType,
    typeOfInv: 'CASH',
    correctedIic: null,
    totalPrice: '0.00',
    banknotes: '0.00',
    soap: '',
  };
}

/** An authority that knows the company of the messages, its deposit, an original and an advance. */
function authority(isInVat: boolean): SimulatorState {
  const ofCompany = { code: CODE, tin: TIN };
  const register = { businessUnitCode: CODE, internalId: '1', softwareCode: CODE };
  const registry = registryDocumentSchema.parse({
    taxpayers: [{ tin: TIN, name: 'Radnja', isInVat }],
    businessUnits: [ofCompany],
    softwareCodes: [{ code: CODE }],
    operators: [ofCompany],
    tcrs: [Object.assign(register, ofCompany)],
  });
  const state = new SimulatorState([], registry, null);
  const deposit = { tcrCode: CODE, tin: TIN, operation: 'INITIAL', amount: '0.00' };
  state.record(
    { type: 'deposit', sequence: 1, fcdc: '', changeDateTime: ISSUED_AT, day: DAY, ...deposit },
    registered(ORIGINAL_IIC, 'INVOICE', 2),
    registered(ADVANCE_IIC, 'ADVANCE', 3),
  );
  return state;
}

const AUTHORITIES = { true: authority(true), false: authority(false) };

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const schema = loadRequestSchema();

/** What speaks against a message: at once, which is one refusal, and the next night. */
export interface Objections {
  refusals: string[];
  findings: readonly string[];
}

const refused = (words: string): Objections => ({ refusals: [`refused: ${words}`], findings: [] });

/** What the authority says of a signed request. */
export function objectionsTo(request: string, isInVat: boolean): Objections {
  const body = `<s:Envelope xmlns:s="${SOAP}"><s:Body>${request}</s:Body></s:Envelope>`;
  const { document, opening } = parseMessage(Buffer.from(body));
  try {
    if (opening.outcome !== 'opened') return refused('the message is not opened');
    const problem = schema.problemOf(opening.request);
    if (problem !== null) return refused(problem);
    const read = readRequest(opening.kind, toTree(opening.request));
    if (read.kind !== 'invoice') return refused('the message is no invoice');
    const reception = { now: Date.parse(ISSUED_AT), sequence: 4, soap: request };
    const state = AUTHORITIES[`${isInVat}`];
    const decision = registerInvoice(read.invoice, read.header, state, reception);
    if (decision.outcome === 'refused') return refused(decision.refusal.message);
    return { refusals: [], findings: 'findings' in decision ? decision.findings : [] };
  } finally {
    document?.dispose();
  }
}
