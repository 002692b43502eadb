import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { migrationsFolder } from '../../src/db/migrations/migrate.ts';
import { MIGRATIONS } from '../support/database.ts';

const TEAMS = '20261130123000_teams';
const scriptOf = (name: string) =>
  readFileSync(path.join(migrationsFolder('file:'), name, 'migration.sql'), 'utf8');

/** A database in memory as it was before there were teams, with two accounts and what belongs to them. */
function earlier(): Database.Database {
  const db = new Database(':memory:');
  db.pragma('foreign_keys = ON');
  for (const name of MIGRATIONS.slice(0, MIGRATIONS.indexOf(TEAMS))) db.exec(scriptOf(name));
  for (const id of [3, 5])
    db.exec(`
      INSERT INTO "Account" ("id", "email", "passwordHash", "language", "createdAt", "updatedAt")
        VALUES (${id}, '${id}@example.com', 'hash ${id}', 'de', 1, 2);
      INSERT INTO "Website" ("id", "accountId", "url", "domain", "privacy", "email", "excludeBots",
          "timezone", "trackingId", "createdAt", "updatedAt")
        VALUES (${id}, ${id}, 'https://shop.example', 'shop.example', 1, 0, 1, 'UTC', 't${id}', 1, 2);
      INSERT INTO "ApiKey" ("id", "accountId", "name", "hash", "scopes", "websiteId", "createdAt")
        VALUES (${id}, ${id}, 'key', 'h${id}', 'stats:read', ${id}, 1);
      INSERT INTO "Session" ("id", "accountId", "createdAt", "expiresAt", "device")
        VALUES ('s${id}', ${id}, 1, 2, 'Firefox');
      INSERT INTO "SecurityEvent" ("accountId", "kind", "at", "firstAt", "count", "actor", "device",
          "country", "subject")
        VALUES (${id}, 'logged_in', 1, 1, 1, 'browser', '', '', NULL),
          (${id}, 'website_created', 1, 1, 1, 'browser', '', '', 'shop.example'),
          (${id}, 'api_key_refused', 1, 1, 1, 'stranger', '', '', 'key');
    `);
  db.exec(`DELETE FROM "ApiKey" WHERE "id" = 5; DELETE FROM "SecurityEvent" WHERE "id" = 6`);
  return db;
}

test('an account becomes a team with one owner, with the same ids', () => {
  const db = earlier();
  db.exec(scriptOf(TEAMS));
  const all = (query: string) => db.prepare(query).raw().all();
  expect(all('SELECT "id", "name", "createdAt", "updatedAt" FROM "Team"')).toEqual([
    [3, '3@example.com', 1, 2],
    [5, '5@example.com', 1, 2],
  ]);
  expect(all('SELECT "id", "email", "passwordHash", "language" FROM "Account"')).toEqual([
    [3, '3@example.com', 'hash 3', 'de'],
    [5, '5@example.com', 'hash 5', 'de'],
  ]);
  expect(all('SELECT "id", "teamId", "accountId", "role", "websites" FROM "Member"')).toEqual([
    [3, 3, 3, 'owner', null],
    [5, 5, 5, 'owner', null],
  ]);
  expect(all('SELECT "id", "teamId" FROM "Website"')).toEqual([
    [3, 3],
    [5, 5],
  ]);
  expect(all('SELECT "id", "memberId", "hash", "websiteId" FROM "ApiKey"')).toEqual([[3, 3, 'h3', 3]]);
  expect(all('SELECT "id", "accountId", "memberId", "device" FROM "Session"')).toEqual([
    ['s3', 3, 3, 'Firefox'],
    ['s5', 5, 5, 'Firefox'],
  ]);
  expect(all('SELECT "id", "teamId", "accountId", "kind" FROM "SecurityEvent"')).toEqual([
    [1, null, 3, 'logged_in'],
    [2, 3, 3, 'website_created'],
    [3, 3, null, 'api_key_refused'],
    [4, null, 5, 'logged_in'],
    [5, 5, 5, 'website_created'],
  ]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});

test('ids of deleted keys and events are not given again, and rows go with what they belong to', () => {
  const db = earlier();
  db.exec(scriptOf(TEAMS));
  db.exec(`
    INSERT INTO "ApiKey" ("memberId", "name", "hash", "scopes", "createdAt") VALUES (3, 'k', 'n', '', 1);
    INSERT INTO "SecurityEvent" ("kind", "at", "firstAt", "count", "actor", "device", "country")
      VALUES ('logged_in', 1, 1, 1, 'browser', '', '');
    INSERT INTO "Account" ("email", "passwordHash", "createdAt", "updatedAt") VALUES ('new', '', 1, 1);
    INSERT INTO "Team" ("name", "createdAt", "updatedAt") VALUES ('new', 1, 1);
  `);
  const last = (table: string) => db.prepare(`SELECT MAX("id") FROM "${table}"`).pluck().get();
  expect(['ApiKey', 'SecurityEvent', 'Account', 'Team'].map(last)).toEqual([6, 7, 6, 6]);
  db.exec('DELETE FROM "Member" WHERE "id" = 3; DELETE FROM "Team" WHERE "id" = 5');
  expect(db.prepare('SELECT COUNT(*) FROM "ApiKey"').pluck().get()).toBe(0);
  expect(db.prepare('SELECT "memberId" FROM "Session"').pluck().all()).toEqual([null, null]);
  expect(db.prepare('SELECT "id" FROM "Website"').pluck().all()).toEqual([3]);
});
