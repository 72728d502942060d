// What `npm run taxpayer` runs: a new company for the running demo, with all that it needs to walk
// through the panel's first steps. Its e-seal lies in the folder of the run, for its owner only.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bold, dim, failed, line } from '../../../../scripts/bootstrap/terminal.mjs';
import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { makeRunFolders, ROOT, shownPath, writePrivateFile } from '../processes/folders.ts';
import { openPki } from '../companies/pki.ts';
import { enrolTaxpayer } from '../companies/taxpayer.ts';
import type { Taxpayer } from '../companies/taxpayer.ts';

const directory = join(ROOT, '.run');

async function main([name = 'Pekara Žito d.o.o.']: readonly string[]): Promise<number> {
  try {
    const simulatorUrl = simulatorOfRun();
    const taxpayer = await enrolTaxpayer(
      simulatorUrl,
      openPki(makeRunFolders(directory).pki),
      name,
    );
    const file = join(directory, `e-seal-${taxpayer.tin}.p12`);
    writePrivateFile(file, taxpayer.pkcs12);
    show(taxpayer, shownPath(file));
    return 0;
  } catch (error) {
    failed(messageOf(error));
    return 1;
  }
}

function simulatorOfRun(): string {
  const file = join(directory, 'demo.json');
  if (!existsSync(file)) {
    throw new TestbedFailure('There is no demo yet: run npm start in another window first.');
  }
  return (JSON.parse(readFileSync(file, 'utf8')) as { simulatorUrl: string }).simulatorUrl;
}

function show({ name, tin, codes, password }: Taxpayer, file: string): void {
  const row = (label: string, text: string) => line(`${label.padEnd(18)} ${text}`);
  line();
  line(bold(name));
  row('TIN (PIB)', tin);
  row('certificate', file);
  row('its password', password);
  row('business unit', codes.businessUnitCode);
  row('operator', codes.operatorCode);
  row('software', codes.softwareCode);
  row('maintainer', codes.maintainerCode);
  line();
  line(dim('Create the company in the panel; its page Getting started says what is next.'));
  line();
}

process.exit(await main(process.argv.slice(2)));
