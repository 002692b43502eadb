-- CreateTable
CREATE TABLE "SecondFactor" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "enabledAt" DATETIME,
    "lastUsedAt" DATETIME,
    "secret" TEXT,
    "lastStep" INTEGER,
    "credentialId" TEXT,
    "publicKey" TEXT,
    "counter" BIGINT,
    "transports" TEXT,
    "lastChallengeAt" DATETIME,
    CONSTRAINT "SecondFactor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "accountId" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "RecoveryCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "method" TEXT NOT NULL DEFAULT 'password';

-- CreateIndex
CREATE UNIQUE INDEX "SecondFactor_credentialId_key" ON "SecondFactor"("credentialId");

-- CreateIndex
CREATE INDEX "SecondFactor_accountId_idx" ON "SecondFactor"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "RecoveryCode_accountId_hash_key" ON "RecoveryCode"("accountId", "hash");
