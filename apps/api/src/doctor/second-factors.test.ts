import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { generateTotpSecret, openTotpVault } from '../panel/accounts/second-factor/totp.ts';
import { examineSecondFactors } from './second-factors.ts';

const db = useTestDatabase();
const OURS = 'a'.repeat(32);
const FORMER = 'b'.repeat(32);
const examine = (secret?: string) => examineSecondFactors(db.api, secret);

beforeEach(() => db.owner.prisma.user.deleteMany());

/** A person whose app's secret was sealed with an ADMIN_SECRET. */
async function addPerson(secret: string): Promise<void> {
  const id = randomUUID();
  const totpSecret = Uint8Array.from(openTotpVault(secret).seal(generateTotpSecret(), id));
  const data = { id, email: `${id}@shop.example`, role: 'operator', totpSecret } as const;
  await db.owner.prisma.user.create({ data });
}

test('without a second factor no secret is wrong', async () => {
  expect(await examine()).toBeNull();
  expect(await examine(OURS)).toBeNull();
});

test('the secret that they were sealed with is right, alone or behind a new one', async () => {
  await addPerson(FORMER);
  expect(await examine(FORMER)).toBeNull();
  expect(await examine(`${OURS},${FORMER}`)).toBeNull();
});

test.each([OURS, undefined])('one that opens none of them is wrong: %s', async (secret) => {
  await addPerson(FORMER);
  await addPerson(FORMER);
  const finding = await examine(secret);
  expect(finding).toMatchObject({ code: 'ADMIN_SECRET_WRONG' });
  expect(finding?.isRemark).toBeUndefined();
  expect(finding?.sentence).toMatch(/opens none of the second factors that are stored \(2\): set/);
});

test('one that opens some of them is a remark', async () => {
  await addPerson(FORMER);
  await addPerson(OURS);
  const finding = await examine(OURS);
  expect(finding).toMatchObject({ code: 'ADMIN_SECRET_WRONG', isRemark: true });
  expect(finding?.sentence).toMatch(/does not open 1 of the 2 second factors/);
});
