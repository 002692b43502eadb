import { defineConfig } from 'prisma/config';

// `prisma generate` would download the native schema engine, which it does not need: our own scripts
// migrate through the same engine as WebAssembly (src/db/migrate.ts), so nothing is ever downloaded.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations/sqlite' },
  datasource: { url: process.env.DATABASE_URL ?? 'file:./data/footfall.db' },
});
