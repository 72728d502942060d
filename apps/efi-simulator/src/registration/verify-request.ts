// The checks that all three requests share, in the order of the authority: schema, certificate,
// signature, IIC. The first failure stops. Protocol §6. What a request may do is decided by
// register-invoice, register-cash-deposit and register-tcr.

import { checkCertificate, readKeyInfo } from '../checks/certificate.ts';
import { checkIic } from '../checks/iic.ts';
import { checkSignature } from '../checks/signature.ts';
import type { OpenMessage } from '../message/open-message.ts';
import { readRequest } from '../message/request.ts';
import type { FiscalRequest } from '../message/request.ts';
import { toTree } from '../message/xml-tree.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult, Refusal } from '../message/refusal.ts';
import type { RequestSchema } from '../schema/request-schema.ts';
import type { SimulatorState } from '../state/simulator-state.ts';
import type { TaxpayerCertificate } from '../state/certificates.ts';

function checkIicOf(
  request: FiscalRequest,
  certificate: TaxpayerCertificate,
  state: SimulatorState,
): CheckResult {
  if (request.kind !== 'invoice') return null;
  const isRepeat = request.header.subseqDelivType !== null;
  const earlier = isRepeat ? state.certificates.knownFor(request.issuerTin) : [];
  const keys = [certificate, ...earlier].map(({ publicKey }) => publicKey);
  return checkIic(request.invoice, keys);
}

/**
 * The request, or why it is refused: schema (11), key information (32, 33), certificate
 * (34–39), signature (20, 25–31), IIC (11).
 */
export function verifyRequest(
  message: OpenMessage,
  schema: RequestSchema,
  state: SimulatorState,
  now: number,
): FiscalRequest | Refusal {
  const problem = schema.problemOf(message.request);
  if (problem !== null) return refuse(11, problem);
  const certificate = readKeyInfo(message.signature, state.certificates);
  if ('code' in certificate) return certificate;
  const request = readRequest(message.kind, toTree(message.request));
  const refusal = firstRefusal([
    () => checkCertificate(certificate, request.issuerTin, state.certificates, now),
    () => checkSignature(message.request, message.signature, certificate.publicKey),
    () => checkIicOf(request, certificate, state),
  ]);
  if (refusal) return refusal;
  if (!state.certificates.isKnown(certificate)) {
    state.record({ type: 'certificate', pem: certificate.x509.toString() });
  }
  return request;
}
