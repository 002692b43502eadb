-- CreateTable
CREATE TABLE "MonthSums" (
    "websiteId" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "dimension" TEXT NOT NULL,
    "version" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "MonthSums_pkey" PRIMARY KEY ("websiteId","month","dimension")
);
