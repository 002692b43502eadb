/** The hour of the local day at which reports are due. */
export const REPORT_HOUR = 8;
