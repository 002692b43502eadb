-- CreateTable
CREATE TABLE "Annotation" (
    "id" SERIAL NOT NULL,
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "isPublic" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Annotation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Annotation_websiteId_day_idx" ON "Annotation"("websiteId", "day");

-- AddForeignKey
ALTER TABLE "Annotation" ADD CONSTRAINT "Annotation_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website"("id") ON DELETE CASCADE ON UPDATE CASCADE;
