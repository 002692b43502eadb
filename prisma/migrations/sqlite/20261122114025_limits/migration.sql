-- AlterTable
ALTER TABLE "Website" ADD COLUMN "dailyLimit" INTEGER;
ALTER TABLE "Website" ADD COLUMN "trimSlash" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Usage" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    PRIMARY KEY ("websiteId", "day", "name")
);
