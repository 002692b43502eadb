-- Increments that wait in the locks of websites are added to "Stat": the totals of days are read without them.
INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
SELECT "websiteId", "name", "day", "value", SUM("count") FROM (
  SELECT "WebsiteLock"."websiteId", "names"."key" AS "name", "days"."value" ->> 0 AS "day",
    "pairs"."value" ->> 0 AS "value", "pairs"."value" ->> 1 AS "count"
  FROM "WebsiteLock"
  CROSS JOIN json_each(NULLIF("WebsiteLock"."deferred", '')) AS "days"
  CROSS JOIN json_each("days"."value" -> 1) AS "names"
  CROSS JOIN json_each("names"."value") AS "pairs"
) AS "waiting"
WHERE TRUE
GROUP BY "websiteId", "name", "day", "value" HAVING SUM("count") <> 0
ON CONFLICT ("websiteId", "name", "period", "value") DO UPDATE SET "count" = "Stat"."count" + excluded."count";

-- Those of days that their months include already.
INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
SELECT "websiteId", "name", "day" / 100, "value", SUM("count") FROM (
  SELECT "WebsiteLock"."websiteId", "WebsiteLock"."monthsThrough", "names"."key" AS "name",
    "days"."value" ->> 0 AS "day", "pairs"."value" ->> 0 AS "value", "pairs"."value" ->> 1 AS "count"
  FROM "WebsiteLock"
  CROSS JOIN json_each(NULLIF("WebsiteLock"."deferred", '')) AS "days"
  CROSS JOIN json_each("days"."value" -> 1) AS "names"
  CROSS JOIN json_each("names"."value") AS "pairs"
) AS "waiting"
WHERE "day" <= "monthsThrough"
GROUP BY "websiteId", "name", "day" / 100, "value" HAVING SUM("count") <> 0
ON CONFLICT ("websiteId", "name", "period", "value") DO UPDATE SET "count" = "Stat"."count" + excluded."count";

UPDATE "WebsiteLock" SET "deferred" = '' WHERE "deferred" <> '';
