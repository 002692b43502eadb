-- CreateTable
CREATE TABLE "SecurityEvent" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "firstAt" DATETIME NOT NULL,
    "count" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "apiKey" TEXT,
    "country" TEXT NOT NULL,
    "subject" TEXT,
    "detail" TEXT,
    CONSTRAINT "SecurityEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "lastSeenAt" DATETIME;
ALTER TABLE "Session" ADD COLUMN "confirmedAt" DATETIME;
ALTER TABLE "Session" ADD COLUMN "device" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Session" ADD COLUMN "country" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "SecurityEvent_accountId_at_idx" ON "SecurityEvent"("accountId", "at");

-- CreateIndex
CREATE INDEX "SecurityEvent_at_idx" ON "SecurityEvent"("at");
