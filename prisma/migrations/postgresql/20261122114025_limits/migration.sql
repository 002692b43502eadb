-- AlterTable
ALTER TABLE "Website" ADD COLUMN     "dailyLimit" INTEGER,
ADD COLUMN     "trimSlash" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Usage" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "Usage_pkey" PRIMARY KEY ("websiteId","day","name")
);
