-- AlterTable
ALTER TABLE "Website" ADD COLUMN "aliases" TEXT;
