-- Texts compare by code point, as on SQLite and whatever the locale of the server: Prisma cannot say COLLATE "C", nor a fill factor.

-- CreateTable
CREATE TABLE "Account" (
    "id" SERIAL NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "scopes" TEXT COLLATE "C" NOT NULL,
    "websiteId" INTEGER,
    "expiresAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Website" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "url" TEXT COLLATE "C" NOT NULL,
    "domain" TEXT COLLATE "C" NOT NULL,
    "privacy" INTEGER NOT NULL,
    "passwordHash" TEXT COLLATE "C",
    "email" BOOLEAN NOT NULL,
    "excludeBots" BOOLEAN NOT NULL,
    "excludeIps" TEXT COLLATE "C",
    "timezone" TEXT COLLATE "C" NOT NULL,
    "trackingId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Website_pkey" PRIMARY KEY ("id")
);

-- Rows of Stat, Visit and Drop grow in place: with room on their page, and no index on what changes, the new version stays beside the old
-- one and no index is touched (HOT).

-- CreateTable
CREATE TABLE "Stat" (
    "websiteId" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "period" INTEGER NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "Stat_pkey" PRIMARY KEY ("websiteId","name","period","value")
) WITH (fillfactor = 85);

-- CreateTable
CREATE TABLE "Visit" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "startedAt" BIGINT NOT NULL,
    "lastAt" BIGINT NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "referrer" TEXT COLLATE "C" NOT NULL,
    "campaign" TEXT COLLATE "C" NOT NULL,
    "browser" TEXT COLLATE "C" NOT NULL,
    "os" TEXT COLLATE "C" NOT NULL,
    "device" TEXT COLLATE "C" NOT NULL,
    "language" TEXT COLLATE "C" NOT NULL,
    "resolution" TEXT COLLATE "C" NOT NULL,
    "continent" TEXT COLLATE "C" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "city" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Visit_pkey" PRIMARY KEY ("websiteId","day","visitor","number")
) WITH (fillfactor = 85);

-- CreateTable
CREATE TABLE "Hit" (
    "websiteId" INTEGER NOT NULL,
    "id" BIGINT NOT NULL,
    "day" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,
    "visit" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "event" TEXT COLLATE "C",
    "value" DOUBLE PRECISION,
    "unit" TEXT COLLATE "C",

    CONSTRAINT "Hit_pkey" PRIMARY KEY ("websiteId","id")
);

-- CreateTable
CREATE TABLE "Drop" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "Drop_pkey" PRIMARY KEY ("websiteId","day","reason")
) WITH (fillfactor = 50);

-- CreateTable
CREATE TABLE "Salt" (
    "day" INTEGER NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "Salt_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT COLLATE "C" NOT NULL,
    "holder" TEXT COLLATE "C" NOT NULL,
    "until" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
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

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Website" ADD CONSTRAINT "Website_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
