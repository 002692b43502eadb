-- AlterTable
ALTER TABLE "WebsiteLock" ADD COLUMN "deferred" TEXT NOT NULL DEFAULT '';
