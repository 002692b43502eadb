-- Stat, Visit, Hit and Drop are WITHOUT ROWID, which Prisma cannot say: their rows live in the primary key
-- itself, so that a statistic reads one contiguous stretch and nothing is stored twice.

-- CreateTable
CREATE TABLE "Account" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "websiteId" INTEGER,
    "expiresAt" DATETIME,
    "lastUsedAt" DATETIME,
    "revokedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ApiKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ApiKey_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Website" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountId" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "privacy" INTEGER NOT NULL,
    "passwordHash" TEXT,
    "email" BOOLEAN NOT NULL,
    "excludeBots" BOOLEAN NOT NULL,
    "excludeIps" TEXT,
    "timezone" TEXT NOT NULL,
    "trackingId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Website_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Stat" (
    "websiteId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "period" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    PRIMARY KEY ("websiteId", "name", "period", "value")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Visit" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "lastAt" BIGINT NOT NULL,
    "path" TEXT NOT NULL,
    "referrer" TEXT NOT NULL,
    "campaign" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "os" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "resolution" TEXT NOT NULL,
    "continent" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "city" TEXT NOT NULL,

    PRIMARY KEY ("websiteId", "day", "visitor", "number")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Hit" (
    "websiteId" INTEGER NOT NULL,
    "id" BIGINT NOT NULL,
    "day" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,
    "visit" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "event" TEXT,
    "value" REAL,
    "unit" TEXT,

    PRIMARY KEY ("websiteId", "id")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Drop" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    PRIMARY KEY ("websiteId", "day", "reason")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Salt" (
    "day" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "salt" BLOB NOT NULL
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "until" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_idx" ON "ApiKey"("accountId");

-- CreateIndex
CREATE INDEX "ApiKey_websiteId_idx" ON "ApiKey"("websiteId");

-- CreateIndex
CREATE UNIQUE INDEX "Website_trackingId_key" ON "Website"("trackingId");

-- CreateIndex
CREATE INDEX "Website_domain_idx" ON "Website"("domain");

-- CreateIndex
CREATE UNIQUE INDEX "Website_accountId_domain_key" ON "Website"("accountId", "domain");
