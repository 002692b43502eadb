-- CreateTable
CREATE TABLE "Report" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "websiteId" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "nextAt" DATETIME,
    "claim" TEXT,
    "error" TEXT,
    "createdAt" DATETIME NOT NULL,
    "sentAt" DATETIME,
    CONSTRAINT "Report_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "Website" ADD COLUMN "emailEvery" TEXT NOT NULL DEFAULT 'weekly';
ALTER TABLE "Website" ADD COLUMN "emailSince" DATETIME;

-- CreateIndex
CREATE INDEX "Report_state_nextAt_idx" ON "Report"("state", "nextAt");

-- CreateIndex
CREATE UNIQUE INDEX "Report_websiteId_period_key" ON "Report"("websiteId", "period");
