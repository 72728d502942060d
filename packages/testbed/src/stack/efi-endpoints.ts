// Which authority the worker talks to: the simulator, or what the shell names in its place. The
// simulator runs in any case: a recording proxy between the two, for one, needs it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { shellVariable } from '../processes/environment.ts';
import { TestbedFailure } from '../processes/failure.ts';

const urlNames = [
  'EFI_TEST_URL',
  'EFI_LIVE_URL',
  'EFI_RECEIPT_CHECK_TEST_URL',
  'EFI_RECEIPT_CHECK_LIVE_URL',
  'EFI_VERIFY_TEST_URL',
  'EFI_VERIFY_LIVE_URL',
] as const;

const anchorNames = ['EFI_TEST_TRUST_ANCHORS', 'EFI_LIVE_TRUST_ANCHORS'] as const;
const pinNames = ['EFI_TEST_PINNED_CERTIFICATES', 'EFI_LIVE_PINNED_CERTIFICATES'] as const;

/** The variables that name the authority; those of pins, and the live endpoint, may be absent. */
export type EfiVariables = Partial<
  Record<(typeof urlNames | typeof anchorNames | typeof pinNames)[number], string>
>;

/** Those of them that the shell sets. Throws TestbedFailure when one of them cannot be right. */
export function efiVariablesOfShell(): EfiVariables {
  const found: EfiVariables = {};
  for (const name of urlNames) {
    const value = shellVariable(name);
    if (value === undefined) continue;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      throw new TestbedFailure(`${name} is not an http or https URL: correct it, or unset it.`);
    }
    found[name] = value;
  }
  for (const name of anchorNames) {
    const anchors = shellVariable(name);
    if (anchors === undefined) continue;
    // npm changes to the root of the project and passes on where it was called.
    const file = resolve(shellVariable('INIT_CWD') ?? '.', anchors);
    if (!existsSync(file)) {
      throw new TestbedFailure(
        `${name} names ${file}, which does not exist: correct it, or unset it.`,
      );
    }
    found[name] = file;
  }
  for (const name of pinNames) {
    const pins = shellVariable(name);
    if (pins !== undefined) found[name] = pins;
  }
  return found;
}

/**
 * All of them: what is not given is the simulator, trusted by its own authority. It is no
 * live endpoint: without another one there is none.
 */
export function efiVariables(
  simulatorUrl: string,
  authorityFile: string,
  given: EfiVariables,
): EfiVariables {
  const receiptCheckUrl = `${simulatorUrl}/ic/api/verifyInvoice`;
  return {
    EFI_TEST_URL: soapUrlOf(simulatorUrl),
    EFI_RECEIPT_CHECK_TEST_URL: receiptCheckUrl,
    EFI_TEST_TRUST_ANCHORS: authorityFile,
    EFI_LIVE_TRUST_ANCHORS: authorityFile,
    ...given,
  };
}

/**
 * The pages that verify an invoice: that of the simulator, where no other authority registers it.
 * @returns the variables that API and worker share.
 */
export function verifyVariables(simulatorUrl: string, given: EfiVariables): EfiVariables {
  const { EFI_TEST_URL, EFI_VERIFY_TEST_URL, EFI_VERIFY_LIVE_URL } = given;
  const ofSimulator = EFI_TEST_URL === undefined ? `${simulatorUrl}/ic/#/verify` : undefined;
  const test = EFI_VERIFY_TEST_URL ?? ofSimulator;
  return {
    ...(test === undefined ? {} : { EFI_VERIFY_TEST_URL: test }),
    ...(EFI_VERIFY_LIVE_URL === undefined ? {} : { EFI_VERIFY_LIVE_URL }),
  };
}

/** The SOAP endpoint of a simulator. */
export function soapUrlOf(simulatorUrl: string): string {
  return `${simulatorUrl}/fs-v1`;
}
