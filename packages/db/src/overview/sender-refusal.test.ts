import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from '@jest/globals';
import { recordCashDeposit } from '../deposit/cash-deposits.ts';
import {
  claimNewWithdrawal,
  fixWithdrawalTime,
  storeWithdrawalSubmission,
} from '../deposit/withdrawal-claims.ts';
import { insertWithdrawal } from '../deposit/withdrawals.ts';
import { recordFailed } from '../fiscalization/outcomes.ts';
import type { SubmissionReply } from '../fiscalization/submissions.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  answer,
  handOutSample,
  SAMPLE_REFUSAL,
  sellSample,
  signedSale,
} from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { readSenderRefusal } from './sender-refusal.ts';

const db = useTestDatabase();
const REVOKED = { outcome: 'refused', efiCode: 38, detail: 'Certificate is revoked.' } as const;

const said = (shop: SampleShop) =>
  readSenderRefusal(db.api, { companyId: shop.companyId, environment: 'test' });

async function failSample(shop: SampleShop, efiCode: number): Promise<void> {
  const { claimed, signed } = await signedSale(db, shop);
  const failure = { ...SAMPLE_REFUSAL, efiCode };
  await recordFailed(db.worker, claimed, { ...answer(signed, 'refused'), efiCode }, failure);
}

// Decisions §6: the clock, the certificate and the taxpayer.
describe('a refusal of the sender', () => {
  test('is known from an invoice that was handed out, and of no other company', async () => {
    const [shop, other] = [await createSampleShop(db), await createSampleShop(db)];
    await sellSample(db, shop);
    expect(await said(shop)).toBeNull();
    await handOutSample(db, shop, REVOKED);
    const { detail: efiMessage, efiCode } = REVOKED;
    expect(await said(shop)).toEqual({ efiCode, efiMessage, at: expect.any(Date) });
    expect(await said(other)).toBeNull();
  });

  test.each([2, 34, 37, 52, 55])('is known from a sale that failed with %i', async (efiCode) => {
    const shop = await createSampleShop(db);
    await failSample(shop, efiCode);
    expect(await said(shop)).toMatchObject({ efiCode });
  });

  test.each([11, 53, 58])('is none where the document was refused with %i', async (efiCode) => {
    const shop = await createSampleShop(db);
    await failSample(shop, efiCode);
    expect(await said(shop)).toBeNull();
  });

  test('is over with the next invoice that the authority registers', async () => {
    const shop = await createSampleShop(db);
    await handOutSample(db, shop, REVOKED);
    await sellSample(db, shop);
    expect(await said(shop)).toBeNull();
  });

  test('says nothing of a certificate that came after it, and goes on where it is of the taxpayer', async () => {
    const shop = await createSampleShop(db);
    await handOutSample(db, shop, REVOKED);
    await renew(shop);
    expect(await said(shop)).toBeNull();
    await failSample(shop, 55);
    await renew(shop);
    expect(await said(shop)).toMatchObject({ efiCode: 55 });
  });

  test('is known from the deposit of the day, which goes before the first sale', async () => {
    const shop = await createSampleShop(db);
    await db.owner.pool.query(
      `insert into cash_deposit (id, cash_register_id, tcr_code, local_date, status, failure)
       values ($1, $2, 'aa111aa111', current_date, 'refused', $3)`,
      [randomUUID(), shop.cashRegisterId, { ...SAMPLE_REFUSAL, efiCode: 38 }],
    );
    expect(await said(shop)).toMatchObject({ efiCode: 38 });
  });

  test('is known from a withdrawal that waits, and over with one that is registered', async () => {
    const shop = await createSampleShop(db);
    const withdraw = async (change: object, status: 'offline' | 'registered') => {
      const [id, message] = [uuidv7(), uuidv7()];
      const content = { request: {}, cashAmount: '5.00', operatorCode: null, warnings: [] };
      const of = { ...scopeOf(shop), cashRegisterId: shop.cashRegisterId };
      await insertWithdrawal(db.api, id, { ...of, ...content, digest: null }, null);
      const claimed = await claimNewWithdrawal(db.worker, { leaseMs: 60_000 });
      await fixWithdrawalTime(db.worker, claimed!, new Date());
      await storeWithdrawalSubmission(db.worker, claimed!, {
        id: message,
        certificateId: uuidv7(),
        requestUuid: randomUUID(),
        sendDateTime: '',
        subsequentDelivery: null,
        request: '<a/>',
      });
      const reply = { submissionId: message, httpStatus: 200, response: null, wasSent: true };
      const nothing = { fcdc: null, cashAmount: null, failure: null, nextAttemptMs: null };
      const answered = { ...reply, unansweredReason: null, efiCode: null, detail: null, ...change };
      await recordCashDeposit(
        db.worker,
        claimed!,
        answered as SubmissionReply,
        { ...nothing, status },
        'withdrawal',
      );
    };
    await withdraw(REVOKED, 'offline');
    expect(await said(shop)).toMatchObject({ efiCode: 38, efiMessage: REVOKED.detail });
    await withdraw({ outcome: 'registered' }, 'registered');
    expect(await said(shop)).toBeNull();
  });
});

async function renew({ companyId }: SampleShop): Promise<void> {
  await db.owner.pool.query(
    `update certificate set is_active = false where company_id = $1 and environment = 'test'`,
    [companyId],
  );
  await db.owner.pool.query(
    `insert into certificate (id, company_id, environment, is_active, subject, issuer, serial_number,
       tin, fingerprint_sha256, not_before, not_after, certificate_der, sealed_private_key, sealed_to,
       created_at)
     values ($1, $2, 'test', true, 's', 'i', '1', '1', $3, now(), now(), '', '', '',
       clock_timestamp())`,
    [randomUUID(), companyId, randomUUID()],
  );
}
