-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;
