/**
 * SQL as text with parameters: what `Prisma.sql` and `Prisma.raw` are. From the package where they live, so that who needs no
 * more, such as the thread that records hits, does without the 15 MB that the client takes.
 */
export { raw, Sql, sql } from '@prisma/client-runtime-utils';
