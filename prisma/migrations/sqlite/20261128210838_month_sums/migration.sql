-- CreateTable
CREATE TABLE "MonthSums" (
    "websiteId" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "dimension" TEXT NOT NULL,
    "version" BIGINT NOT NULL,
    "data" BLOB NOT NULL,

    PRIMARY KEY ("websiteId", "month", "dimension")
);
