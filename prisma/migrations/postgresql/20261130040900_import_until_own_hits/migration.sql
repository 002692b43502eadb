-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "untilOwnHits" BOOLEAN NOT NULL DEFAULT false;
