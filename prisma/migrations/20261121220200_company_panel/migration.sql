-- AlterTable
ALTER TABLE "certificate" ADD COLUMN     "sealed_to" TEXT,
ADD COLUMN     "warned_days" INTEGER;

-- AlterTable
ALTER TABLE "registry_call" ADD COLUMN     "certificate_id" UUID,
ADD COLUMN     "company_id" UUID,
ADD COLUMN     "environment" "environment",
ADD COLUMN     "input" JSON,
ALTER COLUMN "cash_register_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "certificate_sealed_to_idx" ON "certificate"("sealed_to");

-- CreateIndex
CREATE INDEX "company_tin_idx" ON "company"("tin");

-- CreateIndex
CREATE INDEX "company_name_id_idx" ON "company"("name", "id");

-- AddForeignKey
ALTER TABLE "registry_call" ADD CONSTRAINT "registry_call_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "registry_call" ADD CONSTRAINT "registry_call_certificate_id_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificate"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema cannot say --------------------------------------------------------------

-- A call is about a cash register, or about a company's certificate in one environment.
ALTER TABLE "registry_call" ADD CONSTRAINT "registry_call_about_something" CHECK (
  "cash_register_id" IS NOT NULL OR ("company_id" IS NOT NULL AND "environment" IS NOT NULL)
);
