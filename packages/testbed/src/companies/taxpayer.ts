// What a company has got from others before it comes to us: a TIN, an e-seal of a certification
// authority, and the codes of the tax authority's portal. It has no TCR code: that is what it
// registers.

import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { issueTaxpayer, toPkcs12 } from './pki.ts';
import type { Pki } from './pki.ts';
import { newCashRegister, randomCode, randomTin, registryOf } from './seed-company.ts';
import { controlOf } from './simulator-control.ts';

/** A company that is not in the service yet, with its e-seal (DER) as it was handed out. */
export type Taxpayer = Awaited<ReturnType<typeof enrolTaxpayer>>;

/** Issues the e-seal and makes the simulator know the rest. Throws TestbedFailure. */
export async function enrolTaxpayer(
  simulatorUrl: string,
  pki: Pick<Pki, 'authority'>,
  name: string,
) {
  const tin = randomTin();
  const codes = newCashRegister('test');
  const registry = { ...registryOf({ tin, name }, [codes]), tcrs: [] };
  await controlOf(simulatorUrl)('POST', '/registry', registry).catch((cause: unknown) => {
    throw new TestbedFailure(
      `The EFI simulator at ${simulatorUrl} did not take the taxpayer (${messageOf(cause)}): ` +
        'npm start has to run in another window.',
      { cause },
    );
  });
  const password = randomCode();
  const seal = issueTaxpayer(pki.authority, tin, name);
  return { tin, name, codes, pkcs12: toPkcs12(seal, pki.authority, password), password };
}
