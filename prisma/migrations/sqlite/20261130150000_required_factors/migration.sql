-- AlterTable
ALTER TABLE "Team" ADD COLUMN "requiresSecondFactor" BOOLEAN NOT NULL DEFAULT false;
