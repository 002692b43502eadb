-- AlterTable
ALTER TABLE "WebsiteLock" ADD COLUMN     "deferred" TEXT NOT NULL DEFAULT '';

-- Rows of some kilobytes are neither compressed nor moved: they are read and written with each batch.
ALTER TABLE "WebsiteLock" SET (toast_tuple_target = 8160);
