-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "invitation_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "invitation_hash" BYTEA,
ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "locale" TEXT NOT NULL DEFAULT 'me',
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "totp_enabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" BYTEA,
ALTER COLUMN "password_hash" DROP NOT NULL;

-- CreateTable
CREATE TABLE "user_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_invitation_hash_key" ON "app_user"("invitation_hash");

-- CreateIndex
CREATE INDEX "app_user_company_id_idx" ON "app_user"("company_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_session_token_hash_key" ON "user_session"("token_hash");

-- CreateIndex
CREATE INDEX "user_session_user_id_idx" ON "user_session"("user_id");

-- CreateIndex
CREATE INDEX "user_session_expires_at_idx" ON "user_session"("expires_at");

-- CreateIndex
CREATE INDEX "audit_log_company_id_id_idx" ON "audit_log"("company_id", "id");

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say --------------------------------------------------------------

-- An operator belongs to no company, and a company admin to one.
ALTER TABLE "app_user"
  ADD CONSTRAINT "app_user_role_and_company" CHECK (("role" = 'operator') = ("company_id" IS NULL)),
  ADD CONSTRAINT "app_user_email_lower_case" CHECK ("email" = lower("email")),
  ADD CONSTRAINT "app_user_locale" CHECK ("locale" IN ('me', 'en'));

-- What people did, among all that the service did by itself.
CREATE INDEX "audit_log_people" ON "audit_log" ("id") WHERE "actor" LIKE 'user:%';
CREATE INDEX "audit_log_people_of_company" ON "audit_log" ("company_id", "id") WHERE "actor" LIKE 'user:%';
