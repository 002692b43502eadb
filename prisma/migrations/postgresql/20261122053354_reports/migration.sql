-- AlterTable
ALTER TABLE "Website" ADD COLUMN     "emailEvery" TEXT NOT NULL DEFAULT 'weekly',
ADD COLUMN     "emailSince" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "Report" (
    "id" SERIAL NOT NULL,
    "websiteId" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "nextAt" TIMESTAMP(3),
    "claim" TEXT,
    "error" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "sentAt" TIMESTAMP(3),

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Report_state_nextAt_idx" ON "Report"("state", "nextAt");

-- CreateIndex
CREATE UNIQUE INDEX "Report_websiteId_period_key" ON "Report"("websiteId", "period");

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website"("id") ON DELETE CASCADE ON UPDATE CASCADE;
