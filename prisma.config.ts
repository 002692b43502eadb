import { defineConfig } from 'prisma/config';

// Prevents `prisma generate` from downloading the native schema engine, which it does not need. Footfall runs
// migrations with the WebAssembly build of that engine (src/db/migrations/migrate.ts).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations/sqlite' },
  datasource: { url: process.env.DATABASE_URL ?? 'file:./data/footfall.db' },
});
