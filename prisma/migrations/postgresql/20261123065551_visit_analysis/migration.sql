-- AlterTable
ALTER TABLE "Visit" ADD COLUMN     "channel" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "clickId" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "events" INTEGER,
ADD COLUMN     "exitId" BIGINT,
ADD COLUMN     "exitPath" TEXT,
ADD COLUMN     "pageviews" INTEGER,
ADD COLUMN     "source" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "utm_content" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "utm_medium" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "utm_source" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "utm_term" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "PendingDay" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,

    CONSTRAINT "PendingDay_pkey" PRIMARY KEY ("websiteId","day")
);

-- CreateTable
CREATE TABLE "Chunk" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "pageviews" BIGINT NOT NULL,
    "events" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "Chunk_pkey" PRIMARY KEY ("websiteId","day")
);

-- CreateTable
CREATE TABLE "Segment" (
    "id" SERIAL NOT NULL,
    "websiteId" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "nameKey" TEXT COLLATE "C" NOT NULL,
    "filter" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Segment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Segment_websiteId_nameKey_key" ON "Segment"("websiteId", "nameKey");

-- AddForeignKey
ALTER TABLE "Segment" ADD CONSTRAINT "Segment_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "segmentId" INTEGER;

-- CreateIndex
CREATE INDEX "ApiKey_segmentId_idx" ON "ApiKey"("segmentId");

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_segmentId_fkey" FOREIGN KEY ("segmentId") REFERENCES "Segment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The days of the earlier version: every day with visits has visitors.
INSERT INTO "PendingDay" ("websiteId", "day")
SELECT "websiteId", "period" FROM "Stat" WHERE "name" = 'visitors' AND "period" > 9999999;
