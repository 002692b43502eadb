-- Counters are counted again in "Stat" when they are first needed.
DROP TABLE "Usage";

-- AlterTable
ALTER TABLE "WebsiteLock" ADD COLUMN     "usage" TEXT NOT NULL DEFAULT '';
