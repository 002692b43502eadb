-- AlterTable
ALTER TABLE "Website" ADD COLUMN "hosts" TEXT;
ALTER TABLE "Website" ADD COLUMN "query" TEXT;
-- Written by hand: the generated script would create the table anew, for a column with a default.
ALTER TABLE "Website" ADD COLUMN "excludeSpam" BOOLEAN NOT NULL DEFAULT true;
