-- CreateTable
CREATE TABLE "WebsiteChange" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "websiteId" INTEGER NOT NULL,
    "domain" TEXT NOT NULL
);

-- WITHOUT ROWID, which Prisma cannot say: the rows live in the primary key itself.
CREATE TABLE "HitId" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "id" BIGINT NOT NULL,

    PRIMARY KEY ("websiteId", "day", "at", "id")
) WITHOUT ROWID;

-- The same for Usage, which every hit changes: an index of its own doubled the pages of each change.
CREATE TABLE "NewUsage" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    PRIMARY KEY ("websiteId", "day", "name")
) WITHOUT ROWID;
INSERT INTO "NewUsage" SELECT "websiteId", "day", "name", "count" FROM "Usage";
DROP TABLE "Usage";
ALTER TABLE "NewUsage" RENAME TO "Usage";
