-- AlterTable
ALTER TABLE "Chunk" ADD COLUMN "extras" BLOB;

-- AlterTable
ALTER TABLE "Hit" ADD COLUMN "amount" BIGINT;
ALTER TABLE "Hit" ADD COLUMN "currency" TEXT;
ALTER TABLE "Hit" ADD COLUMN "properties" TEXT;

-- CreateTable
CREATE TABLE "Goal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "websiteId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "filter" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Goal_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Funnel" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "websiteId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "steps" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "strict" BOOLEAN NOT NULL,
    "within" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Funnel_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Goal_websiteId_nameKey_key" ON "Goal"("websiteId", "nameKey");

-- CreateIndex
CREATE UNIQUE INDEX "Funnel_websiteId_nameKey_key" ON "Funnel"("websiteId", "nameKey");

-- Derived rows, which are stored again with the times of hits.
DELETE FROM "MonthSums";
