-- AlterTable
ALTER TABLE "WebsiteLock" ADD COLUMN "monthsThrough" INTEGER NOT NULL DEFAULT 0;

-- The earlier version added every hit to its month, so months include all days. Every day has visitors.
INSERT INTO "WebsiteLock" ("websiteId", "deleted", "monthsThrough")
SELECT "websiteId", false, MAX("period") FROM "Stat"
WHERE "name" = 'visitors' AND "period" > 9999999
GROUP BY "websiteId"
ON CONFLICT ("websiteId") DO UPDATE SET "monthsThrough" = excluded."monthsThrough";
