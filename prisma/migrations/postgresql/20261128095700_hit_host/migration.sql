-- AlterTable
ALTER TABLE "Hit" ADD COLUMN     "host" TEXT NOT NULL DEFAULT '';
