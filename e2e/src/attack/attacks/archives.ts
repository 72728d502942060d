// Certificate files of a kilobyte that ask for minutes of work.

import { makeCertificate } from '../../../../packages/efi/src/testing/certificates.ts';
import { writePkcs12 } from '../../../../packages/efi/src/testing/pkcs12-files.ts';
import type { Pkcs12Options } from '../../../../packages/efi/src/testing/pkcs12-files.ts';
import { expectStatus } from '../target.ts';
import type { Attack, Target } from '../target.ts';

const AT_ONCE = 10;
const ROUNDS = 600_000;

async function inspect({ panel, attacker }: Target, pkcs12: Buffer): Promise<string> {
  const path = `/companies/${attacker.companyId}/certificates/inspect`;
  const body = { environment: 'test', pkcs12: pkcs12.toString('base64'), password: 'tajna' };
  const statuses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => panel.post(path, body).then(({ status }) => status)),
  );
  for (const status of statuses) expectStatus({ status }, 200, 400, 429);
  return `status ${statuses.join(', ')}`;
}

const FILES: readonly [name: string, options: Pkcs12Options][] = [
  ['RC2 without a checksum', { key: 'rc2-40', checksum: 'none', claimedForKey: ROUNDS }],
  ['3DES inside a locked part', { key: '3des', isKeyInside: true, claimedForKey: ROUNDS }],
];

export const archives: readonly Attack[] = FILES.map(([name, options]) => ({
  name: `${AT_ONCE} certificate files at once: ${name}`,
  run: (target) => {
    const holder = makeCertificate({ commonName: 'Radnja', tin: target.attacker.tin });
    return inspect(target, writePkcs12(holder, 'tajna', options));
  },
}));
