-- CreateTable
CREATE TABLE "WebsiteLock" (
    "websiteId" INTEGER NOT NULL PRIMARY KEY,
    "deleted" BOOLEAN NOT NULL DEFAULT false
);
