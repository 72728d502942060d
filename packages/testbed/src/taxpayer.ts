// What a company has got from others before it comes to us: a TIN, an e-seal of a certification
// authority, and the codes of the tax authority's portal. It has no TCR code: that is what it registers.

import { randomInt } from 'node:crypto';
import { TestbedFailure } from './failure.ts';
import { issueTaxpayer, toPkcs12 } from './pki.ts';
import type { Pki } from './pki.ts';
import { randomCode } from './registration-code.ts';

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
  const tin = `0${String(randomInt(1_000_000, 10_000_000))}`;
  const codes = {
    businessUnitCode: randomCode(),
    operatorCode: randomCode(),
    softwareCode: randomCode(),
    maintainerCode: randomCode(),
  };
  await tellSimulator(simulatorUrl, {
    taxpayers: [{ tin, name, isInVat: true }],
    businessUnits: [{ code: codes.businessUnitCode, tin }],
    operators: [{ code: codes.operatorCode, tin }],
    softwareCodes: [{ code: codes.softwareCode }],
    maintainers: [{ code: codes.maintainerCode }],
  });
  const password = randomCode();
  const seal = issueTaxpayer(pki.authority, tin, name);
  return { tin, name, codes, pkcs12: toPkcs12(seal, pki.authority, password), password };
}

async function tellSimulator(simulatorUrl: string, registry: object): Promise<void> {
  const response = await fetch(`${simulatorUrl}/control/registry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(registry),
  }).catch((cause: unknown) => {
    throw new TestbedFailure(
      `The EFI simulator at ${simulatorUrl} does not answer: run npm start in another window first.`,
      { cause },
    );
  });
  if (response.ok) return;
  throw new TestbedFailure(
    `The EFI simulator refused the taxpayer (${String(response.status)}): ${await response.text()}`,
  );
}
