// Which authority the worker talks to: the simulator, or what the shell names in its place. The
// simulator runs in any case: whoever stands between the two, a recording proxy for one, needs it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { shellVariable } from './environment.ts';
import { TestbedFailure } from './failure.ts';

const urlNames = [
  'EFI_TEST_URL',
  'EFI_LIVE_URL',
  'EFI_RECEIPT_CHECK_TEST_URL',
  'EFI_RECEIPT_CHECK_LIVE_URL',
] as const;

/** The worker's variables that name the authority. */
export type EfiVariables = Record<(typeof urlNames)[number] | 'EFI_TRUST_ANCHORS', string>;

/** Those of them that the shell sets. Throws TestbedFailure when one of them cannot be right. */
export function efiVariablesOfShell(): Partial<EfiVariables> {
  const found: Partial<EfiVariables> = {};
  for (const name of urlNames) {
    const value = shellVariable(name);
    if (value === undefined) continue;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      throw new TestbedFailure(`${name} is not an http or https URL: correct it, or unset it.`);
    }
    found[name] = value;
  }
  const anchors = shellVariable('EFI_TRUST_ANCHORS');
  if (anchors !== undefined) {
    // npm changes to the root of the project and tells where it was called.
    const file = resolve(shellVariable('INIT_CWD') ?? '.', anchors);
    if (!existsSync(file)) {
      throw new TestbedFailure(
        `EFI_TRUST_ANCHORS names ${file}, which does not exist: correct it, or unset it.`,
      );
    }
    found.EFI_TRUST_ANCHORS = file;
  }
  return found;
}

/** All of them: what is not given is the simulator, trusted by its own authority. */
export function efiVariables(
  simulatorUrl: string,
  authorityFile: string,
  given: Partial<EfiVariables>,
): EfiVariables {
  const soapUrl = soapUrlOf(simulatorUrl);
  const receiptCheckUrl = `${simulatorUrl}/ic/api/verifyInvoice`;
  return {
    EFI_TEST_URL: soapUrl,
    EFI_LIVE_URL: soapUrl,
    EFI_RECEIPT_CHECK_TEST_URL: receiptCheckUrl,
    EFI_RECEIPT_CHECK_LIVE_URL: receiptCheckUrl,
    EFI_TRUST_ANCHORS: authorityFile,
    ...given,
  };
}

/** The SOAP endpoint of a simulator. */
export function soapUrlOf(simulatorUrl: string): string {
  return `${simulatorUrl}/fs-v1`;
}
