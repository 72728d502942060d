import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { generateVaultKeys } from './certificate-vault.ts';
import { raiseCertificateWarnings } from './certificate-warnings.ts';
import { storeCertificate } from './certificates.ts';
import { updateSeededCompany } from '../testing/seed/index.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const END = new Date('2027-06-30T12:00:00Z');

const db = useTestDatabase({ maxConnections: 8 });
let companyId: string;
let recipient: string;
beforeAll(async () => {
  ({ companyId } = await createSampleShop(db));
  ({ recipient } = await generateVaultKeys());
});
beforeEach(() => db.owner.prisma.certificate.deleteMany());

const storeOne = (notAfter = END) =>
  storeCertificate(db.api, recipient, {
    companyId,
    environment: 'live',
    subject: 'CN=Prodavnica',
    issuer: 'CN=CA',
    serialNumber: '01',
    tin: '12345678',
    fingerprintSha256: '',
    notBefore: new Date(0),
    notAfter,
    certificateDer: randomBytes(8),
    privateKeyDer: randomBytes(8),
  });
const daysBefore = (days: number) => new Date(END.getTime() - days * 24 * 60 * 60 * 1000);
const daysRaised = async (at: Date) =>
  (await raiseCertificateWarnings(db.worker, at)).map(({ days }) => days);

test('each warning is raised once, at 60, 30, 15, 7 and 0 days', async () => {
  const certificateId = await storeOne();
  expect(await daysRaised(daysBefore(60.1))).toEqual([]);
  const [first, ...others] = await raiseCertificateWarnings(db.worker, daysBefore(60));
  expect(others).toEqual([]);
  expect(first).toEqual({
    certificateId,
    companyId,
    environment: 'live',
    days: 60,
    notAfter: END,
  });
  expect(await daysRaised(daysBefore(31))).toEqual([]);
  expect(await daysRaised(daysBefore(30))).toEqual([30]);
  expect(await daysRaised(daysBefore(12))).toEqual([15]);
  expect(await daysRaised(daysBefore(7))).toEqual([7]);
  expect(await daysRaised(daysBefore(0))).toEqual([0]);
  expect(await daysRaised(daysBefore(-10))).toEqual([]);
  const rows = await db.owner.prisma.auditLog.findMany({ where: { entityId: certificateId } });
  const warned = rows.filter(({ action }) => action === 'certificate.expiry-warned');
  expect(warned.map(({ after }) => (after as { days: number }).days)).toEqual([60, 30, 15, 7, 0]);
});

test('of many workers that look at once one raises it', async () => {
  await storeOne();
  const looks = await Promise.all(Array.from({ length: 6 }, () => daysRaised(daysBefore(5))));
  expect(looks.flat()).toEqual([7]);
});

test('a successor ends the warnings about its predecessor, and has its own', async () => {
  await storeOne();
  const successor = await storeOne(new Date('2028-06-30T12:00:00Z'));
  expect(await daysRaised(END)).toEqual([]);
  const raised = await raiseCertificateWarnings(db.worker, new Date('2028-06-01T12:00:00Z'));
  expect(raised).toMatchObject([{ certificateId: successor, days: 30 }]);
});

test('a paused company is not warned until it goes on', async () => {
  await storeOne();
  await updateSeededCompany(db.api, companyId, { status: 'paused' });
  expect(await daysRaised(daysBefore(10))).toEqual([]);
  await updateSeededCompany(db.api, companyId, { status: 'active' });
  expect(await daysRaised(daysBefore(10))).toEqual([15]);
});
