-- AlterTable
ALTER TABLE "WebsiteLock" ADD COLUMN "monthsThrough" INTEGER NOT NULL DEFAULT 0;

-- Months of the earlier version include every day.
INSERT INTO "WebsiteLock" ("websiteId", "deleted")
SELECT DISTINCT "websiteId", false FROM "Stat" WHERE "name" = 'visitors' ON CONFLICT ("websiteId") DO NOTHING;
UPDATE "WebsiteLock" SET "monthsThrough" = 99991231;
