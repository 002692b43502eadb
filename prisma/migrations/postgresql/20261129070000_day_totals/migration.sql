-- The totals of a day are one row. All other statistics are answered from visits and hits as columns, so the
-- rows of the rollup go.

-- On Citus, changes of tables may follow each other in a transaction only if shards are changed in turn.
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

CREATE TABLE "DayTotal" (
    "websiteId" INTEGER NOT NULL,
    "day" INTEGER NOT NULL,
    "visitors" BIGINT NOT NULL,
    "visits" BIGINT NOT NULL,
    "pageviews" BIGINT NOT NULL,
    "events" BIGINT NOT NULL,
    "bounces" BIGINT NOT NULL,
    "duration" BIGINT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "DayTotal_pkey" PRIMARY KEY ("websiteId","day")
);

-- A distributed database stores them beside the hits of their website.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('"Visit"')) THEN
      PERFORM create_distributed_table('"DayTotal"', 'websiteId', colocate_with => '"Visit"');
    END IF;
  END IF;
END $$;

INSERT INTO "DayTotal"
  ("websiteId", "day", "visitors", "visits", "pageviews", "events", "bounces", "duration", "revision")
SELECT "websiteId", "period",
  SUM(CASE WHEN "name" = 'visitors' THEN "count" ELSE 0 END),
  SUM(CASE WHEN "name" = 'visits' THEN "count" ELSE 0 END),
  SUM(CASE WHEN "name" = 'pageviews' THEN "count" ELSE 0 END),
  -- The first version counted events by their names alone.
  COALESCE(SUM(CASE WHEN "name" = 'events' THEN "count" END),
    SUM(CASE WHEN "name" = 'event' THEN "count" ELSE 0 END)),
  SUM(CASE WHEN "name" = 'bounces' THEN "count" ELSE 0 END),
  SUM(CASE WHEN "name" = 'duration' THEN "count" ELSE 0 END),
  SUM(CASE WHEN "name" = 'revision' THEN "count" ELSE 0 END)
FROM "Stat"
WHERE "period" > 9999999
  AND "name" IN ('visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration', 'revision', 'event')
GROUP BY "websiteId", "period";

DROP TABLE "Stat";

-- Months with small days are stored anew, with the columns of these days (engine/columns/months/).
DELETE FROM "MonthSums" WHERE EXISTS (
  SELECT 1 FROM "DayTotal"
  WHERE "DayTotal"."websiteId" = "MonthSums"."websiteId" AND "DayTotal"."day" / 100 = "MonthSums"."month"
    AND "DayTotal"."pageviews" + "DayTotal"."events" < 200
);

ALTER TABLE "WebsiteLock" DROP COLUMN "monthsThrough";
ALTER TABLE "WebsiteLock" DROP COLUMN "usage";
ALTER TABLE "WebsiteLock" DROP COLUMN "deferred";
