-- AlterTable
ALTER TABLE "Chunk" ADD COLUMN     "extras" BYTEA;

-- AlterTable
ALTER TABLE "Hit" ADD COLUMN     "amount" BIGINT,
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "properties" TEXT;

-- CreateTable
CREATE TABLE "Goal" (
    "id" SERIAL NOT NULL,
    "websiteId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "filter" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Goal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Funnel" (
    "id" SERIAL NOT NULL,
    "websiteId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "steps" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "strict" BOOLEAN NOT NULL,
    "within" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Funnel_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Goal_websiteId_nameKey_key" ON "Goal"("websiteId", "nameKey");

-- CreateIndex
CREATE UNIQUE INDEX "Funnel_websiteId_nameKey_key" ON "Funnel"("websiteId", "nameKey");

-- AddForeignKey
ALTER TABLE "Goal" ADD CONSTRAINT "Goal_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Funnel" ADD CONSTRAINT "Funnel_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Derived rows, which are stored again with the times of hits.
DELETE FROM "MonthSums";
