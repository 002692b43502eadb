-- An account was a person and the owner of websites. Each becomes a team with one owner, with the same ids.

ALTER TABLE "Account" RENAME TO "Team";
ALTER TABLE "Team" RENAME CONSTRAINT "Account_pkey" TO "Team_pkey";
ALTER SEQUENCE "Account_id_seq" RENAME TO "Team_id_seq";
DROP INDEX "Account_email_key";

CREATE TABLE "Account" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "language" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);
INSERT INTO "Account" ("id", "email", "passwordHash", "language", "createdAt", "updatedAt")
SELECT "id", "email", "passwordHash", "language", "createdAt", "updatedAt" FROM "Team";
SELECT setval('"Account_id_seq"', (SELECT MAX("id") FROM "Account"));
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

ALTER TABLE "Team" RENAME COLUMN "email" TO "name";
ALTER TABLE "Team" DROP COLUMN "passwordHash", DROP COLUMN "language";

ALTER TABLE "Website" RENAME COLUMN "accountId" TO "teamId";
ALTER TABLE "Website" RENAME CONSTRAINT "Website_accountId_fkey" TO "Website_teamId_fkey";
ALTER INDEX "Website_accountId_domain_key" RENAME TO "Website_teamId_domain_key";

CREATE TABLE "Member" (
    "id" SERIAL NOT NULL,
    "teamId" INTEGER NOT NULL,
    "accountId" INTEGER,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "websites" TEXT,
    "tokenHash" TEXT,
    "expiresAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);
INSERT INTO "Member" ("id", "teamId", "accountId", "role", "createdAt")
SELECT "id", "id", "id", 'owner', "createdAt" FROM "Account";
SELECT setval('"Member_id_seq"', (SELECT MAX("id") FROM "Member"));
CREATE UNIQUE INDEX "Member_tokenHash_key" ON "Member"("tokenHash");
CREATE INDEX "Member_accountId_idx" ON "Member"("accountId");
CREATE UNIQUE INDEX "Member_teamId_accountId_key" ON "Member"("teamId", "accountId");
CREATE UNIQUE INDEX "Member_teamId_email_key" ON "Member"("teamId", "email");
ALTER TABLE "Member" ADD CONSTRAINT "Member_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Member" ADD CONSTRAINT "Member_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Session" DROP CONSTRAINT "Session_accountId_fkey";
ALTER TABLE "Session" ADD COLUMN "memberId" INTEGER;
UPDATE "Session" SET "memberId" = "accountId";
CREATE INDEX "Session_memberId_idx" ON "Session"("memberId");
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Session" ADD CONSTRAINT "Session_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "SecurityEvent" DROP CONSTRAINT "SecurityEvent_accountId_fkey";
ALTER TABLE "SecurityEvent" ADD COLUMN "teamId" INTEGER, ALTER COLUMN "accountId" DROP NOT NULL;
UPDATE "SecurityEvent" SET "teamId" = "accountId" WHERE "kind" NOT IN (
        'account_created', 'logged_in', 'login_failed', 'locked_out', 'confirmation_failed', 'password_changed',
        'sessions_ended'
    );
UPDATE "SecurityEvent" SET "accountId" = NULL WHERE "teamId" IS NOT NULL AND "actor" = 'stranger';
CREATE INDEX "SecurityEvent_teamId_at_idx" ON "SecurityEvent"("teamId", "at");
ALTER TABLE "SecurityEvent" ADD CONSTRAINT "SecurityEvent_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SecurityEvent" ADD CONSTRAINT "SecurityEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "ApiKey" DROP CONSTRAINT "ApiKey_accountId_fkey";
ALTER TABLE "ApiKey" RENAME COLUMN "accountId" TO "memberId";
ALTER INDEX "ApiKey_accountId_idx" RENAME TO "ApiKey_memberId_idx";
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
