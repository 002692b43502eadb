-- AlterTable
ALTER TABLE "Website" ADD COLUMN     "hideBelow" INTEGER;
