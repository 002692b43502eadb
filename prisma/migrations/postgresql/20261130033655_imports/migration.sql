-- CreateTable
CREATE TABLE "Import" (
    "id" SERIAL NOT NULL,
    "websiteId" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "files" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "error" TEXT,
    "startedBy" TEXT NOT NULL,
    "firstDay" INTEGER,
    "lastDay" INTEGER,
    "firstId" BIGINT,
    "lastId" BIGINT,
    "cutAt" TIMESTAMP(3),
    "rows" BIGINT NOT NULL DEFAULT 0,
    "skipped" TEXT NOT NULL DEFAULT '{}',
    "visitors" BIGINT NOT NULL DEFAULT 0,
    "visits" BIGINT NOT NULL DEFAULT 0,
    "pageviews" BIGINT NOT NULL DEFAULT 0,
    "events" BIGINT NOT NULL DEFAULT 0,
    "dimensions" TEXT NOT NULL DEFAULT '',
    "activeAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportedSum" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "dimension" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "importId" INTEGER NOT NULL,
    "visitors" BIGINT NOT NULL,
    "visits" BIGINT NOT NULL,
    "pageviews" BIGINT NOT NULL,
    "events" BIGINT NOT NULL,
    "bounces" BIGINT,
    "duration" BIGINT,

    CONSTRAINT "ImportedSum_pkey" PRIMARY KEY ("websiteId","dimension","day","value")
);

-- CreateIndex
CREATE INDEX "Import_websiteId_idx" ON "Import"("websiteId");

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website"("id") ON DELETE CASCADE ON UPDATE CASCADE;
