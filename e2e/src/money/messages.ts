// An invoice of the money proofs as the message that is sent.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { messageNote, paymentsOf } from '@fiscal/domain';
import type { ComputedInvoice, InvoiceRequest } from '@fiscal/domain';
import { createSigner, registerInvoiceRequest, signRequest } from '@fiscal/efi';
import type { InvoiceMessage } from '@fiscal/efi';
import { issueTaxpayer, makeAuthority } from '@fiscal/testbed';

export const ISSUED_AT = '2026-11-21T12:00:00+01:00';
export const TIN = '12345678';
/** Every code of the register. */
export const CODE = 'aa111aa111';
/** What a corrective corrects. */
export const ORIGINAL_IIC = '0123456789ABCDEF0123456789ABCDEF';
/** What pays with ADVANCE. */
export const ADVANCE_IIC = 'ADADADADADADADADADADADADADADADAD';
const OWN_IIC = 'FEDCBA9876543210FEDCBA9876543210';

/** The message of a request with its amounts. */
export function messageOf(
  request: InvoiceRequest,
  computed: ComputedInvoice,
  isInVat: boolean,
): InvoiceMessage {
  return {
    requestUuid: '22222222-2222-4222-8222-222222222222',
    sendDateTime: ISSUED_AT,
    subsequentDelivery: null,
    seller: {
      tin: TIN,
      name: 'Radnja',
      address: 'Slobode 3',
      town: 'Podgorica',
      country: 'MNE',
      isInVat,
      vatNumber: null,
      bankAccount: null,
    },
    codes: {
      businessUnitCode: CODE,
      tcrCode: CODE,
      softwareCode: CODE,
      operatorCode: CODE,
      maintainerCode: CODE,
    },
    issued: {
      ordinal: 1,
      invoiceNumber: `${CODE}/1/2026/${CODE}`,
      issueDateTime: ISSUED_AT,
      iic: OWN_IIC,
      iicSignature: 'AB'.repeat(256),
      iicReferences: [],
    },
    type: request.type,
    typeOfInvoice: request.typeOfInvoice,
    payments: paymentsOf({ request, computed }),
    paymentDeadline: '2026-11-21',
    taxPeriod: request.taxPeriod ?? null,
    note: messageNote(request),
    buyer: request.buyer ?? null,
    corrective:
      request.type === 'Corrective' ? { iic: ORIGINAL_IIC, issueDateTime: ISSUED_AT } : null,
    computed,
    textEncoding: 'ascii',
  };
}

/**
 * Signs one message and lends its signature to all others: the schema asks for a signature's form,
 * and a million RSA signatures would prove nothing more.
 */
export function signatureMaker(): (message: InvoiceMessage) => string {
  const seal = issueTaxpayer(makeAuthority(), TIN, 'Radnja');
  const signer = createSigner({
    privateKeyDer: createPrivateKey(seal.privateKeyPem).export({ type: 'pkcs8', format: 'der' }),
    certificateDer: new X509Certificate(seal.certificatePem).raw,
  });
  const empty = '<r></r>';
  const signed = signRequest(empty, signer);
  const signature = signed.slice('<r>'.length, -'</r>'.length);
  return (message) => {
    const xml = registerInvoiceRequest(message);
    const end = xml.lastIndexOf('</');
    return xml.slice(0, end) + signature + xml.slice(end);
  };
}
