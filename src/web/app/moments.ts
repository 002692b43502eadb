const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A timestamp as a day in the browser's time zone: `Nov 21, 2026`. */
export const dayOf = (iso: string) => day.format(new Date(iso));

/** A timestamp to the minute: `Nov 21, 2026, 9:30 AM`. */
export const momentOf = (iso: string) => moment.format(new Date(iso));
