-- CreateTable
CREATE TABLE "WebsiteLock" (
    "websiteId" INTEGER NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "WebsiteLock_pkey" PRIMARY KEY ("websiteId")
);
