-- AlterTable
ALTER TABLE "Chunk" ADD COLUMN     "tail" BYTEA;
