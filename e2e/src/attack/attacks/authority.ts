// Replies about our own request, rightly signed, by a holder whom the CA knows and who is not the
// tax administration; each is tried live, where a certificate is pinned and the CA is another one.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { NAME, OTHER_SUBJECTS } from '../../../../packages/efi/src/testing/other-subjects.ts';
import { cashInvoice } from '../../service/running-service.ts';
import { endOf } from '../target.ts';
import type { Attack, Sale, Target } from '../target.ts';
import type { Signer } from '../signing-authority.ts';

/** Sells live, and says how the sale ended and why its reply was not believed. */
async function sellLive({ service, attacker }: Target): Promise<string> {
  const response = await attacker.live.createAndPrint(cashInvoice());
  if (response.status >= 400) throw new Error(response.text);
  const sale = response.body as Sale;
  const status = await endOf(sale, (id) => attacker.live.read(id));
  const [message] = await service.query(
    'select unanswered_reason from submission where invoice_id = $1 order by created_at limit 1',
    [sale.id],
  );
  return `${status}, ${String(message?.unanswered_reason)}`;
}

async function tryKeyOf(target: Target, signer: Signer, reason: string): Promise<string> {
  const { liveAuthority } = target;
  const own = await sellLive(target);
  if (own !== 'Fiscalized, null') throw new Error(`its own reply leaves the sale ${own}`);
  const came = await liveAuthority.whileSignedBy(signer, () => sellLive(target));
  if (came !== `Offline, ${reason}`) throw new Error(`the sale is ${came}`);
  return `${came}; the one before, signed by the tax administration, is Fiscalized`;
}

/** The one that signs in the test environment. */
function testAdministration({ service }: Target): Signer {
  const { certificatePem, privateKeyPem } = service.stack.pki.administration;
  return {
    privateKey: createPrivateKey(privateKeyPem),
    certificate: new X509Certificate(certificatePem),
  };
}

type Forgery = readonly [name: string, signerOf: (target: Target) => Signer, reason: string];

const SIGNERS: readonly Forgery[] = [
  ...OTHER_SUBJECTS.map(([name, options]): Forgery => [
    name,
    ({ liveAuthority }) => liveAuthority.issue(options),
    'bad-signature',
  ]),
  ['the tax administration of the other environment', testAdministration, 'not-anchored'],
  [
    'a certificate of the tax administration that is not pinned',
    ({ liveAuthority }) => liveAuthority.issue(NAME),
    'not-pinned',
  ],
];

export const authority: readonly Attack[] = SIGNERS.map(([name, signerOf, reason]) => ({
  name: `a reply signed by ${name}`,
  run: (target) => tryKeyOf(target, signerOf(target), reason),
}));
