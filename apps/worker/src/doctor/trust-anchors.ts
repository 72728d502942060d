// The trust anchors of every environment that the worker has an endpoint of. The files are read
// anew each time: what is wrong in them would end the next start.

import { examineTrustAnchors } from '@fiscal/efi';
import type { Finding } from '@fiscal/runtime';
import { readFile } from 'node:fs/promises';
import type { SigningEnv } from '../env.ts';

type TrustSettings = Pick<
  SigningEnv,
  'EFI_TEST_TRUST_ANCHORS' | 'EFI_LIVE_TRUST_ANCHORS' | 'EFI_TEST_URL' | 'EFI_LIVE_URL'
>;

/** The first finding that is no remark; else a remark, if there is one. */
export async function examineAuthorityTrust(
  env: TrustSettings,
  now: Date,
): Promise<Finding | null> {
  const findings = await Promise.all([
    examineFile('EFI_TEST_TRUST_ANCHORS', env.EFI_TEST_TRUST_ANCHORS, env.EFI_TEST_URL, now),
    examineFile('EFI_LIVE_TRUST_ANCHORS', env.EFI_LIVE_TRUST_ANCHORS, env.EFI_LIVE_URL, now),
  ]);
  const found = findings.filter((finding) => finding !== null);
  return found.find(({ isRemark }) => isRemark !== true) ?? found[0] ?? null;
}

async function examineFile(
  variable: string,
  path: string | undefined,
  endpoint: string | undefined,
  now: Date,
): Promise<Finding | null> {
  if (path === undefined || endpoint === undefined) return null;
  let pem: string;
  try {
    pem = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const sentence = `${variable} cannot be read (${reason}): name a PEM file with the CA certificates of the authority.`;
    return { code: 'TRUST_ANCHORS_UNREADABLE', sentence };
  }
  return examineTrustAnchors(variable, pem, endpoint, now);
}
