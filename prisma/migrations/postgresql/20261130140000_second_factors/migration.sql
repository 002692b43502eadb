-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "method" TEXT NOT NULL DEFAULT 'password';

-- CreateTable
CREATE TABLE "SecondFactor" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "enabledAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),
    "secret" TEXT,
    "lastStep" INTEGER,
    "credentialId" TEXT,
    "publicKey" TEXT,
    "counter" BIGINT,
    "transports" TEXT,
    "lastChallengeAt" TIMESTAMP(3),

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "id" SERIAL NOT NULL,
    "accountId" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "SecondFactor_credentialId_key" ON "SecondFactor"("credentialId");

-- CreateIndex
CREATE INDEX "SecondFactor_accountId_idx" ON "SecondFactor"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "RecoveryCode_accountId_hash_key" ON "RecoveryCode"("accountId", "hash");

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
