// What is signed for the panel alone and never sent to the authority: an inspector's IIC made again
// from its values, and a signature that shows that a certificate's key opens and fits. Neither can
// be used to sign anything else: the one signs seven values with the company's own TIN first, the
// other a sentence of our own.

import { sentence } from '@fiscal/domain';
import type { Failure } from '@fiscal/domain';
import { randomUUID, sign, verify, X509Certificate } from 'node:crypto';
import { listCertificateIds } from '@fiscal/db/company';
import type {
  ClaimedLocalSigning,
  KeyOperationResult,
  KeyOperationState,
} from '@fiscal/db/key-operation';
import { computeIic, iicInput } from '@fiscal/efi';
import type { Signer } from '@fiscal/efi';
import { signerFailure } from '../fiscalization/failures.ts';
import { whyUnusable } from '../signing/signers.ts';
import type { Unusable } from '../signing/signers.ts';
import type { WorkContext } from '../work/work.ts';

type EndedOperation = Exclude<KeyOperationState, { status: 'pending' }>;
type RecreatedIic = Extract<KeyOperationResult, { kind: 'recreate-iic' }>;

/** @returns what came of the call, to be written down. */
export async function signLocally(
  context: WorkContext,
  call: ClaimedLocalSigning,
): Promise<EndedOperation> {
  const result =
    call.input.kind === 'recreate-iic'
      ? await recreateIic(context, call, call.input)
      : await testSignature(context, call, call.input.certificateId);
  return 'code' in result ? { status: 'failed', failure: result } : { status: 'done', result };
}

/**
 * With the active certificate; where an IIC is expected and that one does not give it, with the
 * older ones in turn, because an invoice keeps the IIC of the certificate that it was signed with.
 */
export async function recreateIic(
  { db, signers }: WorkContext,
  { company }: Pick<ClaimedLocalSigning, 'company'>,
  input: Omit<Extract<ClaimedLocalSigning['input'], { kind: 'recreate-iic' }>, 'kind'>,
): Promise<RecreatedIic | Failure> {
  const { companyId, environment, values, expectedIic } = input;
  const fields = { ...values, tin: company.tin };
  let first: RecreatedIic | null = null;
  let why: Pick<Unusable, 'code' | 'reason'> = {
    code: 'CERTIFICATE_ERROR',
    reason: sentence('certificateMissing'),
  };
  for (const certificateId of await listCertificateIds(db, companyId, environment)) {
    const opened = await signers.open(certificateId);
    if (opened.kind === 'unusable') {
      why = opened;
      continue;
    }
    const iic = computeIic(fields, opened.signer.privateKey);
    const kind = 'recreate-iic' as const;
    const made = { kind, concatenated: iicInput(fields), ...iic, certificateId };
    if (expectedIic === null || iic.iic === expectedIic) return made;
    first ??= made;
  }
  return first ?? signerFailure(why, values.tcrCode);
}

async function testSignature(
  { signers, clock }: WorkContext,
  { company }: ClaimedLocalSigning,
  certificateId: string,
): Promise<KeyOperationResult> {
  const kind = 'test-signature' as const;
  const opened = await signers.open(certificateId);
  if (opened.kind === 'unusable') {
    return { kind, isValid: false, problem: opened.reason, signedText: null, signature: null };
  }
  const { signer } = opened;
  const now = clock();
  const signedText = `Test signature ${randomUUID()} of ${now.toISOString()}`;
  const signature = sign('sha256', Buffer.from(signedText), signer.privateKey);
  return {
    kind,
    isValid: isSignedBy(signer, signedText, signature),
    problem: whyUnusable(signer, company.tin, now),
    signedText,
    signature: signature.toString('hex').toUpperCase(),
  };
}

function isSignedBy({ certificateBase64 }: Signer, text: string, signature: Buffer): boolean {
  const { publicKey } = new X509Certificate(Buffer.from(certificateBase64, 'base64'));
  return verify('sha256', Buffer.from(text), publicKey, signature);
}
