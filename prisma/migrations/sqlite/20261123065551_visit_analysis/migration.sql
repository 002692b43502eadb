-- Columns are added one by one, because creating the table again would copy all visits.
ALTER TABLE "Visit" ADD COLUMN "source" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Visit" ADD COLUMN "channel" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Visit" ADD COLUMN "utm_source" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Visit" ADD COLUMN "utm_medium" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Visit" ADD COLUMN "utm_term" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Visit" ADD COLUMN "utm_content" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Visit" ADD COLUMN "clickId" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Visit" ADD COLUMN "pageviews" INTEGER;
ALTER TABLE "Visit" ADD COLUMN "events" INTEGER;
ALTER TABLE "Visit" ADD COLUMN "exitPath" TEXT;
ALTER TABLE "Visit" ADD COLUMN "exitId" BIGINT;

-- CreateTable
CREATE TABLE "PendingDay" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,

    PRIMARY KEY ("websiteId", "day")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Chunk" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "pageviews" BIGINT NOT NULL,
    "events" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "data" BLOB NOT NULL,

    PRIMARY KEY ("websiteId", "day")
);

-- CreateTable
CREATE TABLE "Segment" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "websiteId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "filter" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Segment_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Segment_websiteId_nameKey_key" ON "Segment"("websiteId", "nameKey");

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN "segmentId" INTEGER REFERENCES "Segment" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "ApiKey_segmentId_idx" ON "ApiKey"("segmentId");

-- The days of the earlier version: every day with visits has visitors.
INSERT INTO "PendingDay" ("websiteId", "day")
SELECT "websiteId", "period" FROM "Stat" WHERE "name" = 'visitors' AND "period" > 9999999;
