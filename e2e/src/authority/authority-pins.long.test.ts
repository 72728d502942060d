// A pinned certificate: while the authority signs with another one nothing of it is believed, an
// alarm is raised, and nothing is lost once the new one is pinned.

import { describe, expect, test } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { eventually } from '@fiscal/testbed';
import { startService } from '../service/running-service.ts';

const OTHER = 'AB'.repeat(32);
let pinned = OTHER;
const service = await startService({
  environment: { DELIVERY_AFTER_MS: '300', EFI_FAILURES_TO_OPEN: '100000' },
  environmentOf: () => ({ EFI_TEST_PINNED_CERTIFICATES: pinned }),
});
const { body: sale } = await service.createAndPrint();

const certificate = () => new X509Certificate(service.stack.pki.administration.certificatePem);
const UNPINNED = 'fiscal_efi_certificate_unpinned{environment="test",process="worker"}';

describe('a reply by a certificate that is not pinned', () => {
  test('is not believed: the sale is handed out offline', async () => {
    expect(sale).toMatchObject({ status: 'Offline', fic: null });
    const reasons = await service.query(
      'select distinct unanswered_reason from submission where outcome is not null',
    );
    expect(reasons).toContainEqual({ unanswered_reason: 'not-pinned' });
  });

  test('raises an alarm with its fingerprint: in the figures, the log and the panel', async () => {
    expect(await service.metrics()).toContain(`${UNPINNED} 1\n`);
    const { fingerprint256 } = certificate();
    expect(service.logOf('worker')).toContain(fingerprint256);
    const circuits = await eventually(
      () => service.query(`select circuits->'test'->>'unpinned' as unpinned from worker_heartbeat`),
      ([row]) => row?.unpinned !== null,
    );
    expect(circuits[0]?.unpinned).toContain(fingerprint256);
  });

  test('is believed once it is pinned beside the old one: everything is delivered', async () => {
    pinned = `${OTHER}, ${certificate().fingerprint256.toLowerCase()}`;
    await service.stack.restart('worker');
    await service.until(String(sale.id), 'Fiscalized');
    expect(await service.metrics()).toContain(`${UNPINNED} 0\n`);
  });
});
