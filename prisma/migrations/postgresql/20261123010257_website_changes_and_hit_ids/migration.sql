-- CreateTable
CREATE TABLE "WebsiteChange" (
    "id" SERIAL NOT NULL,
    "websiteId" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,

    CONSTRAINT "WebsiteChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HitId" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,

    CONSTRAINT "HitId_pkey" PRIMARY KEY ("websiteId","day","at","id")
);
