-- Written by hand: the generated script would create the table anew, for a column with a default.
ALTER TABLE "Import" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0;
