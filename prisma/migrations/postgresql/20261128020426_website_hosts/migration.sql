-- AlterTable
ALTER TABLE "Website" ADD COLUMN     "excludeSpam" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "hosts" TEXT,
ADD COLUMN     "query" TEXT;
