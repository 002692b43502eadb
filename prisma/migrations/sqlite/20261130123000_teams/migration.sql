-- An account was a person and the owner of websites. Each becomes a team with one owner, with the same ids.

-- The references of websites follow to "Team"; SQLite cannot change them without a copy of "Website".
DROP INDEX "Account_email_key";
ALTER TABLE "Account" RENAME TO "Team";

CREATE TABLE "Account" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "language" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);
INSERT INTO "Account" ("id", "email", "passwordHash", "language", "createdAt", "updatedAt")
SELECT "id", "email", "passwordHash", "language", "createdAt", "updatedAt" FROM "Team";
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

ALTER TABLE "Team" RENAME COLUMN "email" TO "name";
ALTER TABLE "Team" DROP COLUMN "passwordHash";
ALTER TABLE "Team" DROP COLUMN "language";

DROP INDEX "Website_accountId_domain_key";
ALTER TABLE "Website" RENAME COLUMN "accountId" TO "teamId";
CREATE UNIQUE INDEX "Website_teamId_domain_key" ON "Website"("teamId", "domain");

CREATE TABLE "Member" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "teamId" INTEGER NOT NULL,
    "accountId" INTEGER,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "websites" TEXT,
    "tokenHash" TEXT,
    "expiresAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Member_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Member_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "Member" ("id", "teamId", "accountId", "role", "createdAt")
SELECT "id", "id", "id", 'owner', "createdAt" FROM "Account";
CREATE UNIQUE INDEX "Member_tokenHash_key" ON "Member"("tokenHash");
CREATE INDEX "Member_accountId_idx" ON "Member"("accountId");
CREATE UNIQUE INDEX "Member_teamId_accountId_key" ON "Member"("teamId", "accountId");
CREATE UNIQUE INDEX "Member_teamId_email_key" ON "Member"("teamId", "email");

CREATE TABLE "new_Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" INTEGER NOT NULL,
    "memberId" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME,
    "confirmedAt" DATETIME,
    "device" TEXT NOT NULL DEFAULT '',
    "country" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Session_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_Session"
SELECT "id", "accountId", "accountId", "createdAt", "expiresAt", "lastSeenAt", "confirmedAt", "device", "country"
FROM "Session";
DROP TABLE "Session";
ALTER TABLE "new_Session" RENAME TO "Session";
CREATE INDEX "Session_accountId_idx" ON "Session"("accountId");
CREATE INDEX "Session_memberId_idx" ON "Session"("memberId");
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

CREATE TABLE "new_SecurityEvent" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "teamId" INTEGER,
    "accountId" INTEGER,
    "kind" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "firstAt" DATETIME NOT NULL,
    "count" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "apiKey" TEXT,
    "country" TEXT NOT NULL,
    "subject" TEXT,
    "detail" TEXT,
    CONSTRAINT "SecurityEvent_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "SecurityEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_SecurityEvent"
SELECT "id",
    CASE WHEN "kind" IN (
        'account_created', 'logged_in', 'login_failed', 'locked_out', 'confirmation_failed', 'password_changed',
        'sessions_ended'
    ) THEN NULL ELSE "accountId" END,
    CASE WHEN "actor" = 'stranger' AND "kind" NOT IN (
        'account_created', 'logged_in', 'login_failed', 'locked_out', 'confirmation_failed', 'password_changed',
        'sessions_ended'
    ) THEN NULL ELSE "accountId" END,
    "kind", "at", "firstAt", "count", "actor", "device", "apiKey", "country", "subject", "detail"
FROM "SecurityEvent";
-- A dropped table loses the counter of its ids.
DELETE FROM "sqlite_sequence" WHERE "name" = 'new_SecurityEvent';
INSERT INTO "sqlite_sequence" ("name", "seq")
SELECT 'new_SecurityEvent', "seq" FROM "sqlite_sequence" WHERE "name" = 'SecurityEvent';
DROP TABLE "SecurityEvent";
ALTER TABLE "new_SecurityEvent" RENAME TO "SecurityEvent";
CREATE INDEX "SecurityEvent_teamId_at_idx" ON "SecurityEvent"("teamId", "at");
CREATE INDEX "SecurityEvent_accountId_at_idx" ON "SecurityEvent"("accountId", "at");
CREATE INDEX "SecurityEvent_at_idx" ON "SecurityEvent"("at");

CREATE TABLE "new_ApiKey" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "memberId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "websiteId" INTEGER,
    "segmentId" INTEGER,
    "expiresAt" DATETIME,
    "lastUsedAt" DATETIME,
    "revokedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "ApiKey_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ApiKey_websiteId_fkey" FOREIGN KEY ("websiteId") REFERENCES "Website" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ApiKey_segmentId_fkey" FOREIGN KEY ("segmentId") REFERENCES "Segment" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_ApiKey"
SELECT "id", "accountId", "name", "hash", "scopes", "websiteId", "segmentId", "expiresAt", "lastUsedAt", "revokedAt", "createdAt"
FROM "ApiKey";
DELETE FROM "sqlite_sequence" WHERE "name" = 'new_ApiKey';
INSERT INTO "sqlite_sequence" ("name", "seq")
SELECT 'new_ApiKey', "seq" FROM "sqlite_sequence" WHERE "name" = 'ApiKey';
DROP TABLE "ApiKey";
ALTER TABLE "new_ApiKey" RENAME TO "ApiKey";
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");
CREATE INDEX "ApiKey_memberId_idx" ON "ApiKey"("memberId");
CREATE INDEX "ApiKey_websiteId_idx" ON "ApiKey"("websiteId");
CREATE INDEX "ApiKey_segmentId_idx" ON "ApiKey"("segmentId");
