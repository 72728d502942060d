import { defineConfig } from 'prisma/config';

// Only for the Prisma command line (generate, format, migrate diff). The service itself reads
// DATABASE_URL in each app's env.ts and applies the committed migrations with packages/db.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
