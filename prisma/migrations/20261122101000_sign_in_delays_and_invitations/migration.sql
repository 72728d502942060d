-- DropIndex
DROP INDEX "app_user_email_key";

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "invitation_asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "second_factor_reset_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "sign_in_delay" (
    "key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "blocked_until" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_delay_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "sign_in_delay_last_attempt_at_idx" ON "sign_in_delay"("last_attempt_at");

-- CreateIndex
CREATE INDEX "app_user_email_idx" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_company_id_email_key" ON "app_user"("company_id", "email");

-- What Prisma's schema cannot say --------------------------------------------------------------

-- An address has one account. Invitations that nobody has accepted are no accounts: several companies
-- may invite the same address, and none of them learns whether it has an account.
CREATE UNIQUE INDEX "app_user_email_of_account" ON "app_user" ("email") WHERE "password_hash" IS NOT NULL;
CREATE UNIQUE INDEX "app_user_email_of_operator" ON "app_user" ("email") WHERE "company_id" IS NULL;

-- Counters of the sign-in that nothing reads any more.
DELETE FROM "rate_limit" WHERE "key" LIKE 'sign-in-%';
