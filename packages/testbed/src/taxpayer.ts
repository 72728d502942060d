// What a company has got from others before it comes to us: a TIN, an e-seal of a certification
// authority, and the codes of the tax authority's portal. It has no TCR code: that is what it registers.

import { messageOf, TestbedFailure } from './failure.ts';
import { issueTaxpayer, toPkcs12 } from './pki.ts';
import type { Pki } from './pki.ts';
import { randomCode, randomTin } from './seed-company.ts';
import { controlOf } from './simulator-control.ts';

/** A company that is not in the service yet. */
export interface Taxpayer {
  /** 8 digits. */
  tin: string;
  name: string;
  codes: {
    businessUnitCode: string;
    operatorCode: string;
    softwareCode: string;
    maintainerCode: string;
  };
  /** DER, as the certification authority hands it out. */
  pkcs12: Buffer;
  password: string;
}

/** Issues the e-seal and makes the simulator know the rest. Throws TestbedFailure. */
export async function enrolTaxpayer(
  simulatorUrl: string,
  pki: Pick<Pki, 'authority'>,
  name: string,
): Promise<Taxpayer> {
  const tin = randomTin();
  const codes = {
    businessUnitCode: randomCode(),
    operatorCode: randomCode(),
    softwareCode: randomCode(),
    maintainerCode: randomCode(),
  };
  const registry = {
    taxpayers: [{ tin, name, isInVat: true }],
    businessUnits: [{ code: codes.businessUnitCode, tin }],
    operators: [{ code: codes.operatorCode, tin }],
    softwareCodes: [{ code: codes.softwareCode }],
    maintainers: [{ code: codes.maintainerCode }],
  };
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
