-- Written by hand: SQLite adds the column at once, whereas Prisma would copy the table, which may have many
-- millions of rows, and lose its WITHOUT ROWID.
ALTER TABLE "Hit" ADD COLUMN "host" TEXT NOT NULL DEFAULT '';
