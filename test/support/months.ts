/** A `WebsiteLock.monthsThrough` after all days: every hit is also counted in its month at once. */
export const ALL_DAYS = 99_991_231;
