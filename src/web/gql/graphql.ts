/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Order of the rows of a breakdown. Equal rows are ordered by their values. */
export type BreakdownOrder = {
  /** Direction of the order; `DESC` by default. */
  direction?: SortDirection | null | undefined;
  /** Metric by which rows are sorted. */
  metric: Metric;
};

/** The new language of the account. */
export type ChangeLanguageInput = {
  /** Language of the mails to the account. */
  language: Language;
};

/** The current and the new password of the account. */
export type ChangePasswordInput = {
  /** Current password of the account. */
  current: string;
  /** New password of the account: 12 to 128 characters, and not a common password. */
  password: string;
};

/** The period that a period is compared with. */
export type Comparison =
  /** No period; `previous` is null. */
  | 'NONE'
  /** The period before: the same number of days, or the same part of the month or year before. */
  | 'PREVIOUS'
  /** The same weekdays before: the days are moved back by the smallest number of whole weeks that is at least as long as the period. For a month of 31 days these are 35 days. */
  | 'SAME_WEEKDAYS'
  /** The same days of the year before. */
  | 'YEAR_AGO';

/** The password of the signed-in account. */
export type ConfirmPasswordInput = {
  /** The password of the signed-in account. */
  password: string;
};

/** An annotation to add. A website has at most 1000 annotations. */
export type CreateAnnotationInput = {
  /** Day of the annotation; by default the current day in the website’s time zone. */
  day?: string | null | undefined;
  /** Whether everyone who can read the website’s statistics sees the annotation; false by default. */
  public?: boolean | null | undefined;
  /** Text of the annotation: 1 to 200 characters. */
  text: string;
  /** Id of the website. */
  websiteId: string | number;
};

/** An API key to create. */
export type CreateApiKeyInput = {
  /** Time when the API key expires; never by default. */
  expiresAt?: string | null | undefined;
  /** Name of the API key. */
  name: string;
  /** Scopes of the API key. By default all scopes, or with `segmentId` all except `WEBSITES_WRITE`, which such a key cannot have. */
  scopes?: Array<Scope> | null | undefined;
  /** Id of a segment of that website. The API key then reads all statistics under this segment. It cannot read dropped hits or other segments. */
  segmentId?: string | number | null | undefined;
  /** Id of the only website that the API key can access; all websites by default. */
  websiteId?: string | number | null | undefined;
};

/** The owner account of a new server. */
export type CreateOwnerInput = {
  /** Email address of the account. */
  email: string;
  /** Language of the mails to the account. English by default. */
  language?: Language | null | undefined;
  /** Password of the account: 12 to 128 characters, and not a common password. */
  password: string;
  /** Token from the first-start link in the server’s log. */
  token: string;
};

/** A filter to save. A website has at most 100 segments. */
export type CreateSegmentInput = {
  /** The filter, with at least one condition; at most 16,384 characters long as JSON. */
  filter: FilterInput;
  /** Name of the segment: 1 to 100 characters, unique for the website regardless of case. */
  name: string;
  /** Id of the website. */
  websiteId: string | number;
};

/** A shared link to create. A website has at most 50 shared links. */
export type CreateSharedLinkInput = {
  /** Time when the link stops working; never by default. */
  expiresAt?: string | null | undefined;
  /** Name of the shared link: 1 to 100 characters. Viewers of the link do not see it. */
  name: string;
  /** The panels that the link shows, besides totals and the chart. An empty list shows only these. All panels by default. */
  panels?: Array<Panel> | null | undefined;
  /** Password that viewers need: 8 to 128 characters, and not a common password. None by default. */
  password?: string | null | undefined;
  /** Id of a segment of the website. The link then shows all statistics under this segment. By default, it shows all hits. */
  segmentId?: string | number | null | undefined;
  /** Id of the website. */
  websiteId: string | number;
};

/** A website to register. Settings that are left out have their defaults. */
export type CreateWebsiteInput = {
  /** Maximum number of hits counted per day; further hits are dropped as `quota`. 0 means no limit; null means the server’s default. */
  dailyLimit?: number | null | undefined;
  /** Whether periodic email reports are sent. Default: `false`. */
  email?: boolean | null | undefined;
  /** Frequency of the email reports. Default: `WEEKLY`. */
  emailEvery?: EmailEvery | null | undefined;
  /** Whether common bots are excluded from counting. Default: `true`. */
  excludeBots?: boolean | null | undefined;
  /** IPv4 and IPv6 addresses and CIDR ranges that are excluded from counting. */
  excludeIps?: Array<string> | null | undefined;
  /** Smallest count of a row that viewers other than the website’s account see, 2 to 1000. Rows with smaller counts are summed in one row `(few)`, and these viewers cannot use filters. 0 or null: all rows are shown. */
  hideBelow?: number | null | undefined;
  /** Password of the statistics page: 8 to 128 characters, and not a common password. It takes effect only while the privacy is password, which requires one. */
  password?: string | null | undefined;
  /** Read access to the statistics of the website. Default: `PRIVATE`. */
  privacy?: Privacy | null | undefined;
  /** IANA name of the website’s time zone, which determines its days and hours. Default: `UTC`. */
  timezone?: string | null | undefined;
  /** Whether new hits of `/about/` are counted as `/about`. Default: `true`. */
  trimSlash?: boolean | null | undefined;
  /** Address of the website. A bare `example.com` is completed to an https address. */
  url: string;
};

/** An annotation to delete. */
export type DeleteAnnotationInput = {
  /** Id of the annotation to delete. */
  id: string | number;
};

/** A segment to delete. */
export type DeleteSegmentInput = {
  /** Id of the segment to delete. */
  id: string | number;
};

/** A shared link to delete. */
export type DeleteSharedLinkInput = {
  /** Id of the shared link to delete. */
  id: string | number;
};

/** A website to delete, with all data recorded for it. */
export type DeleteWebsiteInput = {
  /** Id of the website to delete. */
  id: string | number;
};

/** A dimension by which hits, visits and visitors are grouped. */
export type Dimension =
  /** Browser of the visitor, such as `Chrome`; empty if unknown. */
  | 'BROWSER'
  /** `utm_campaign` of the visit; empty if there is none. */
  | 'CAMPAIGN'
  /** Channel of the visit, such as `Organic Search`. */
  | 'CHANNEL'
  /** City of the visitor, as `City, Region, CC`; empty if unknown. */
  | 'CITY'
  /** Two-letter continent code of the visitor; empty if unknown. */
  | 'CONTINENT'
  /** Country of the visitor, ISO 3166-1 alpha-2; empty if unknown. */
  | 'COUNTRY'
  /** Local day, such as `2026-11-21`. */
  | 'DAY'
  /** Kind of device, such as `mobile`; empty if unknown. */
  | 'DEVICE'
  /** Name of the event. A pageview has none. */
  | 'EVENT'
  /** Path of the last pageview of the visit; empty without a pageview. */
  | 'EXIT_PAGE'
  /** Local hour, such as `2026-11-21T09`. */
  | 'HOUR'
  /** Path of the first hit of the visit. */
  | 'LANDING_PAGE'
  /** Primary language of the visitor, such as `en`; empty if unknown. */
  | 'LANGUAGE'
  /** Month, such as `2026-11`. */
  | 'MONTH'
  /** Operating system of the visitor; empty if unknown. */
  | 'OS'
  /** Path on which the pageview or event happened. */
  | 'PAGE'
  /** Host of the referring page of the visit; empty for direct visits. */
  | 'REFERRER'
  /** Screen resolution, such as `1920x1080`; empty if unknown. */
  | 'RESOLUTION'
  /** Source of the visit: its `utm_source`, the name of a known referrer, or the host of another. */
  | 'SOURCE'
  /** `utm_content` of the visit; empty if there is none. */
  | 'UTM_CONTENT'
  /** `utm_medium` of the visit; empty if there is none. */
  | 'UTM_MEDIUM'
  /** `utm_source` of the visit; empty if there is none. */
  | 'UTM_SOURCE'
  /** `utm_term` of the visit; empty if there is none. */
  | 'UTM_TERM'
  /** ISO week, such as `2026-W47`. */
  | 'WEEK';

/** Frequency of the email reports of a website. They are sent at 08:00 in its time zone. */
export type EmailEvery =
  /** Sent on the first of the month for the previous month. */
  | 'MONTHLY'
  /** Sent on Monday for the previous week. */
  | 'WEEKLY';

/** Color scheme of an embedded statistics page. */
export type EmbedTheme =
  /** Dark colors, whatever the system prefers. */
  | 'DARK'
  /** Light colors, whatever the system prefers. */
  | 'LIGHT'
  /** The colors that the visitor’s system prefers. */
  | 'SYSTEM';

/** The sessions to end. Exactly one field must be given. */
export type EndSessionInput = {
  /** Global id of one session. */
  id?: string | number | null | undefined;
  /** True to end all sessions except that of the viewer. */
  others?: boolean | null | undefined;
};

/** Selects hits, with their visits and visitors. Every field that is given must hold. A condition on a dimension of the visitor or visit selects whole visits, a condition on `page` or `event` selects hits; conditions on hits that are given together must hold for the same hit. At most 50 conditions and 5 levels. */
export type FilterInput = {
  /** All of these filters must hold. */
  and?: Array<FilterInput> | null | undefined;
  /** Condition on: Browser of the visitor, such as `Chrome`; empty if unknown. */
  browser?: ValueFilter | null | undefined;
  /** Condition on: `utm_campaign` of the visit; empty if there is none. */
  campaign?: ValueFilter | null | undefined;
  /** Condition on: Channel of the visit, such as `Organic Search`. */
  channel?: ValueFilter | null | undefined;
  /** Condition on: City of the visitor, as `City, Region, CC`; empty if unknown. */
  city?: ValueFilter | null | undefined;
  /** Condition on: Two-letter continent code of the visitor; empty if unknown. */
  continent?: ValueFilter | null | undefined;
  /** Condition on: Country of the visitor, ISO 3166-1 alpha-2; empty if unknown. */
  country?: ValueFilter | null | undefined;
  /** Condition on: Kind of device, such as `mobile`; empty if unknown. */
  device?: ValueFilter | null | undefined;
  /** Condition on: Name of the event. A pageview has none. */
  event?: ValueFilter | null | undefined;
  /** Condition on: Path of the last pageview of the visit; empty without a pageview. */
  exitPage?: ValueFilter | null | undefined;
  /** Condition on: Path of the first hit of the visit. */
  landingPage?: ValueFilter | null | undefined;
  /** Condition on: Primary language of the visitor, such as `en`; empty if unknown. */
  language?: ValueFilter | null | undefined;
  /** This filter must not hold. */
  not?: FilterInput | null | undefined;
  /** At least one of these filters must hold. */
  or?: Array<FilterInput> | null | undefined;
  /** Condition on: Operating system of the visitor; empty if unknown. */
  os?: ValueFilter | null | undefined;
  /** Condition on: Path on which the pageview or event happened. */
  page?: ValueFilter | null | undefined;
  /** Condition on: Host of the referring page of the visit; empty for direct visits. */
  referrer?: ValueFilter | null | undefined;
  /** Condition on: Screen resolution, such as `1920x1080`; empty if unknown. */
  resolution?: ValueFilter | null | undefined;
  /** Condition on: Source of the visit: its `utm_source`, the name of a known referrer, or the host of another. */
  source?: ValueFilter | null | undefined;
  /** Condition on: `utm_content` of the visit; empty if there is none. */
  utmContent?: ValueFilter | null | undefined;
  /** Condition on: `utm_medium` of the visit; empty if there is none. */
  utmMedium?: ValueFilter | null | undefined;
  /** Condition on: `utm_source` of the visit; empty if there is none. */
  utmSource?: ValueFilter | null | undefined;
  /** Condition on: `utm_term` of the visit; empty if there is none. */
  utmTerm?: ValueFilter | null | undefined;
  /** Selects the visits in which at least one hit matches; then all hits of those visits count. It may contain conditions on `page` and `event` only. */
  visited?: FilterInput | null | undefined;
};

/** Interval of the points of a series. */
export type Interval =
  /** One point per day, such as `2026-11-21`. */
  | 'DAY'
  /** One point per local hour, such as `2026-11-21T09`, for at most 7 days. */
  | 'HOUR'
  /** One point per hour of the day, `00` to `23`: the sum of that hour over all days. */
  | 'HOUR_OF_DAY'
  /** One point per month, such as `2026-11`. The first and the last month contain only the days of the period. */
  | 'MONTH'
  /** One point per ISO week, such as `2026-W47`. The first and the last week contain only the days of the period. */
  | 'WEEK';

/** A language of the mails that Footfall sends. */
export type Language =
  /** Mails are written in German. */
  | 'DE'
  /** Mails are written in English. */
  | 'EN';

/** Credentials to log in with. */
export type LogInInput = {
  /** Email address of the account. */
  email: string;
  /** Password of the account. */
  password: string;
};

/** The sessions to end. */
export type LogOutInput = {
  /** Whether to end the account’s sessions in all browsers. By default, only the session of this browser ends. */
  everywhere?: boolean | null | undefined;
};

/** A number that describes the selected hits, visits and visitors. */
export type Metric =
  /** Selected visits with exactly one pageview and no event. */
  | 'BOUNCES'
  /** Bounces divided by visits, 0 to 1; null without visits. */
  | 'BOUNCE_RATE'
  /** Selected hits that are events. */
  | 'EVENTS'
  /** Selected hits that are pageviews. */
  | 'PAGEVIEWS'
  /** All pageviews of the selected visits, divided by visits; null without visits. */
  | 'VIEWS_PER_VISIT'
  /** Distinct visitors of each local day, summed over the days. */
  | 'VISITORS'
  /** Visits with at least one selected hit. */
  | 'VISITS'
  /** Mean time from the first to the last hit of the selected visits, in seconds; null without visits. */
  | 'VISIT_DURATION';

/** The panels of the statistics page: the statistics that list values, such as pages or countries. */
export type Panel =
  /** Visitors by browser, such as `Chrome`; empty if unknown. */
  | 'BROWSER'
  /** Visits by the `utm_campaign` of their first hit; visits without one are not counted. */
  | 'CAMPAIGN'
  /** Visits by channel, such as `Organic Search`. */
  | 'CHANNEL'
  /** Visitors by city, as `City, Region, CC`; empty if unknown. */
  | 'CITY'
  /** Visitors by two-letter continent code; empty if unknown. */
  | 'CONTINENT'
  /** Visitors by ISO 3166-1 alpha-2 country code; empty if unknown. */
  | 'COUNTRY'
  /** Visitors by kind of device: `desktop`, `mobile`, `tablet`…; empty if unknown. */
  | 'DEVICE'
  /** Events by their name. */
  | 'EVENT'
  /** Visits by the path of their last pageview; empty for visits without a pageview. */
  | 'EXIT_PAGE'
  /** Visits by the path of their first hit. */
  | 'LANDING_PAGE'
  /** Visitors by primary language tag, such as `en`; empty if unknown. */
  | 'LANGUAGE'
  /** Visitors by operating system, such as `Android`; empty if unknown. */
  | 'OS'
  /** Pageviews by path, without query and fragment. */
  | 'PAGE'
  /** Visits by the host of the referring page, without `www.`; empty for direct visits. */
  | 'REFERRER'
  /** Visitors by screen resolution, such as `1920x1080`; empty if unknown. */
  | 'RESOLUTION'
  /** Visits by source: the `utm_source`, the name of a known referrer, or the host of another; empty for direct visits. */
  | 'SOURCE'
  /** Visits by the `utm_content` of their first hit; empty for visits without one. */
  | 'UTM_CONTENT'
  /** Visits by the `utm_medium` of their first hit; empty for visits without one. */
  | 'UTM_MEDIUM'
  /** Visits by the `utm_source` of their first hit; empty for visits without one. */
  | 'UTM_SOURCE'
  /** Visits by the `utm_term` of their first hit; empty for visits without one. */
  | 'UTM_TERM';

/** A named period in the website’s time zone. */
export type PeriodName =
  /** From the first day with traffic to the current day. */
  | 'ALL'
  /** The last seven days, including the current day. */
  | 'LAST_7_DAYS'
  /** The current month so far and the eleven months before it. */
  | 'LAST_12_MONTHS'
  /** The last thirty days, including the current day. */
  | 'LAST_30_DAYS'
  /** The whole month before the current month. */
  | 'LAST_MONTH'
  /** The current month, so far. */
  | 'THIS_MONTH'
  /** The current day, so far. */
  | 'TODAY'
  /** The day before the current day. */
  | 'YESTERDAY';

/** Read access to the statistics of a website. */
export type Privacy =
  /** The website’s account, and everyone with the password, can read the statistics. */
  | 'PASSWORD'
  /** Only the website’s account can read the statistics. */
  | 'PRIVATE'
  /** Everyone can read the statistics. */
  | 'PUBLIC';

/** State of an email report. */
export type ReportState =
  /** Email reports were switched off before the report was sent. */
  | 'CANCELLED'
  /** The report is being transferred to the mail server. */
  | 'HANDED_OVER'
  /** The mail server rejected the report permanently, or for longer than three days. */
  | 'REFUSED'
  /** The mail server accepted the report. */
  | 'SENT'
  /** The connection broke during the transfer. The report may have arrived and is not sent again. */
  | 'UNKNOWN'
  /** The report is waiting for its first or next attempt. */
  | 'WAITING';

/** An API key to revoke. */
export type RevokeApiKeyInput = {
  /** Id of the API key. */
  id: string | number;
};

/** Permission of an API key. */
export type Scope =
  /** Read the statistics of websites. */
  | 'STATS_READ'
  /** List and show websites. */
  | 'WEBSITES_READ'
  /** Register, change and delete websites. */
  | 'WEBSITES_WRITE';

/** Actor that caused an event in the security log. */
export type SecurityEventActor =
  /** A program with an API key. */
  | 'API_KEY'
  /** A person in a browser with a session, or who has just logged in. */
  | 'BROWSER'
  /** The operator, by the command line on the server. */
  | 'COMMAND_LINE'
  /** A client without a session or an API key. */
  | 'STRANGER';

/** Kind of an event in the security log. */
export type SecurityEventKind =
  /** The account was created. */
  | 'ACCOUNT_CREATED'
  /** An API key was created. */
  | 'API_KEY_CREATED'
  /** An API key was revoked. */
  | 'API_KEY_REVOKED'
  /** A session gave a wrong password when it had to confirm the password. */
  | 'CONFIRMATION_FAILED'
  /** Further login attempts of an address were refused for a while after too many wrong passwords. */
  | 'LOCKED_OUT'
  /** A browser logged in with the password. */
  | 'LOGGED_IN'
  /** A login failed because the password was wrong. */
  | 'LOGIN_FAILED'
  /** Further attempts to open a statistics page were refused for a while after too many wrong passwords. */
  | 'PAGE_LOCKED_OUT'
  /** The password of a statistics page was changed. */
  | 'PAGE_PASSWORD_CHANGED'
  /** The password was changed. */
  | 'PASSWORD_CHANGED'
  /** The privacy of a website was changed. */
  | 'PRIVACY_CHANGED'
  /** One or more sessions were ended before they expired. */
  | 'SESSIONS_ENDED'
  /** A shared link was changed. */
  | 'SHARED_LINK_CHANGED'
  /** A shared link to the statistics of a website was created. */
  | 'SHARED_LINK_CREATED'
  /** A shared link was deleted. */
  | 'SHARED_LINK_DELETED'
  /** A website was registered. */
  | 'WEBSITE_CREATED'
  /** A website and all of its statistics were deleted. */
  | 'WEBSITE_DELETED';

/** A report to send now. */
export type SendReportInput = {
  /** Id of the website of the report. */
  id: string | number;
  /** Period of the report: a week such as `2026-W46`, or a month such as `2026-10`. The default is the last period that has ended. */
  period?: string | null | undefined;
};

/** Direction in which rows are sorted. */
export type SortDirection =
  /** Rows with the smallest number first. */
  | 'ASC'
  /** Rows with the largest number first. */
  | 'DESC';

/** Alphabetical order of a list. */
export type SortOrder =
  /** From A to Z. */
  | 'ASC'
  /** From Z to A. */
  | 'DESC';

/** The statistics. Each counts visitors, visits, pageviews or events by one property. */
export type StatName =
  /** Visitors by browser, such as `Chrome`; empty if unknown. */
  | 'BROWSER'
  /** Visits by the `utm_campaign` of their first hit; visits without one are not counted. */
  | 'CAMPAIGN'
  /** Visits by channel, such as `Organic Search`. */
  | 'CHANNEL'
  /** Visitors by city, as `City, Region, CC`; empty if unknown. */
  | 'CITY'
  /** Visitors by two-letter continent code; empty if unknown. */
  | 'CONTINENT'
  /** Visitors by ISO 3166-1 alpha-2 country code; empty if unknown. */
  | 'COUNTRY'
  /** Visitors by kind of device: `desktop`, `mobile`, `tablet`…; empty if unknown. */
  | 'DEVICE'
  /** Events by their name. */
  | 'EVENT'
  /** Visits by the path of their last pageview; empty for visits without a pageview. */
  | 'EXIT_PAGE'
  /** Visits by the path of their first hit. */
  | 'LANDING_PAGE'
  /** Visitors by primary language tag, such as `en`; empty if unknown. */
  | 'LANGUAGE'
  /** Visitors by operating system, such as `Android`; empty if unknown. */
  | 'OS'
  /** Pageviews by path, without query and fragment. */
  | 'PAGE'
  /** Pageviews by day, such as `2026-11-21`. */
  | 'PAGEVIEWS'
  /** Pageviews by hour of the day, `00` to `23`. */
  | 'PAGEVIEWS_HOURS'
  /** Visits by the host of the referring page, without `www.`; empty for direct visits. */
  | 'REFERRER'
  /** Visitors by screen resolution, such as `1920x1080`; empty if unknown. */
  | 'RESOLUTION'
  /** Visits by source: the `utm_source`, the name of a known referrer, or the host of another; empty for direct visits. */
  | 'SOURCE'
  /** Visits by the `utm_content` of their first hit; empty for visits without one. */
  | 'UTM_CONTENT'
  /** Visits by the `utm_medium` of their first hit; empty for visits without one. */
  | 'UTM_MEDIUM'
  /** Visits by the `utm_source` of their first hit; empty for visits without one. */
  | 'UTM_SOURCE'
  /** Visits by the `utm_term` of their first hit; empty for visits without one. */
  | 'UTM_TERM'
  /** Visitors by day, such as `2026-11-21`. */
  | 'VISITORS'
  /** Visitors by hour of the day of their first hit, `00` to `23`. */
  | 'VISITORS_HOURS'
  /** Visits by day, such as `2026-11-21`. */
  | 'VISITS';

/** Order of the rows of a statistic. Rows with equal counts are ordered by value. */
export type StatSort =
  /** Rows with the largest count first. */
  | 'MAX'
  /** Rows with the smallest count first. */
  | 'MIN';

/** The viewer’s access to a statistics page. */
export type StatisticsAccess =
  /** The statistics page does not exist or is private. */
  | 'NONE'
  /** The viewer can read the statistics page. */
  | 'OPEN'
  /** The viewer can read the statistics page after giving its password. */
  | 'PASSWORD';

/** The password of a shared link. */
export type UnlockSharedLinkInput = {
  /** Password of the link. */
  password: string;
  /** Token of the link: the last part of its address. */
  token: string;
};

/** The password of a statistics page. */
export type UnlockStatisticsInput = {
  /** Password that the owner set for the page. */
  password: string;
  /** The public id of the website. */
  trackingId: string;
};

/** The email reports to switch off. */
export type UnsubscribeFromReportsInput = {
  /** Token from the link in the email report. */
  token: string;
};

/** Changes of an annotation. Omitted fields stay unchanged. */
export type UpdateAnnotationInput = {
  /** New day, in the website’s time zone. */
  day?: string | null | undefined;
  /** Id of the annotation to change. */
  id: string | number;
  /** Whether everyone who can read the website’s statistics sees the annotation. */
  public?: boolean | null | undefined;
  /** New text. Text of the annotation: 1 to 200 characters. */
  text?: string | null | undefined;
};

/** Changes of a segment. Omitted fields stay unchanged. */
export type UpdateSegmentInput = {
  /** New filter, which replaces the old one. API keys and shared links that are limited to the segment use it at once. */
  filter?: FilterInput | null | undefined;
  /** Id of the segment to change. */
  id: string | number;
  /** New name, under the rules of `createSegment`. */
  name?: string | null | undefined;
};

/** Changes of a shared link. Omitted fields stay unchanged, and the address stays the same. */
export type UpdateSharedLinkInput = {
  /** New time when the link stops working; null for a link that does not expire. */
  expiresAt?: string | null | undefined;
  /** Id of the shared link to change. */
  id: string | number;
  /** New name, under the rules of `createSharedLink`. */
  name?: string | null | undefined;
  /** The panels to show; null for all. */
  panels?: Array<Panel> | null | undefined;
  /** New password: 8 to 128 characters, and not a common password. Null removes the password. Viewers who gave the old one must give the new one. */
  password?: string | null | undefined;
  /** Id of another segment of the website; null to show all hits. */
  segmentId?: string | number | null | undefined;
};

/** Settings to change. Omitted settings stay unchanged. */
export type UpdateWebsiteInput = {
  /** Maximum number of hits counted per day; further hits are dropped as `quota`. 0 means no limit; null means the server’s default. */
  dailyLimit?: number | null | undefined;
  /** Whether periodic email reports are sent. */
  email?: boolean | null | undefined;
  /** Frequency of the email reports. */
  emailEvery?: EmailEvery | null | undefined;
  /** Whether common bots are excluded from counting. */
  excludeBots?: boolean | null | undefined;
  /** IPv4 and IPv6 addresses and CIDR ranges that are excluded from counting. Replaces the whole list; null or an empty list removes all entries. */
  excludeIps?: Array<string> | null | undefined;
  /** Smallest count of a row that viewers other than the website’s account see, 2 to 1000. Rows with smaller counts are summed in one row `(few)`, and these viewers cannot use filters. 0 or null: all rows are shown. */
  hideBelow?: number | null | undefined;
  /** Id of the website to change. */
  id: string | number;
  /** Password of the statistics page: 8 to 128 characters, and not a common password. It takes effect only while the privacy is password, which requires one. Null removes the password. */
  password?: string | null | undefined;
  /** Read access to the statistics of the website. */
  privacy?: Privacy | null | undefined;
  /** IANA name of the website’s time zone, which determines its days and hours. */
  timezone?: string | null | undefined;
  /** Whether new hits of `/about/` are counted as `/about`. */
  trimSlash?: boolean | null | undefined;
  /** New address of the website, under the rules of `createWebsite`. */
  url?: string | null | undefined;
};

/** A condition on the values of a dimension. Every field that is given must hold. The empty value stands for unknown, direct or none. */
export type ValueFilter = {
  /** The value contains this text, literally, in any case. */
  contains?: string | null | undefined;
  /** The value ends with this text, literally, in any case. */
  endsWith?: string | null | undefined;
  /** The value is one of these, exactly and case-sensitively; at most 100. */
  in?: Array<string> | null | undefined;
  /** The value does not contain this text, literally, in any case. */
  notContains?: string | null | undefined;
  /** The value is none of these, exactly and case-sensitively. */
  notIn?: Array<string> | null | undefined;
  /** The value starts with this text, literally, in any case. */
  startsWith?: string | null | undefined;
};

/** Order of websites by a metric of a period. Websites with equal numbers are ordered by address; websites without the metric, such as the bounce rate without visits, come last. */
export type WebsiteOrder = {
  /** Direction of the order; `DESC` by default. */
  direction?: SortDirection | null | undefined;
  /** First day of the period, in each website’s time zone. */
  from?: string | null | undefined;
  /** Metric by which the websites are ordered. */
  metric: Metric;
  /** Name of the period of the metric, in place of `from` and `to`. */
  period?: PeriodName | null | undefined;
  /** Last day of the period, inclusive. */
  to?: string | null | undefined;
};

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { changePassword:
    | { __typename: 'ChangePasswordSuccess', viewer: { email: string | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type SecurityLogQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type SecurityLogQuery = { viewer: { email: string | null, securityLog: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, kind: SecurityEventKind, at: string, count: number, actor: SecurityEventActor, device: string | null, apiKeyName: string | null, country: string | null, subject: string | null, detail: string | null }> } | null } | null };

export type SessionsQueryVariables = Exact<{
  first: number;
}>;


export type SessionsQuery = { viewer: { email: string | null, sessions: { totalCount: number, nodes: Array<{ id: string, current: boolean, device: string | null, country: string | null, createdAt: string, lastSeenAt: string }> } | null } | null };

export type EndSessionMutationVariables = Exact<{
  input: EndSessionInput;
}>;


export type EndSessionMutation = { endSession:
    | { __typename: 'EndSessionSuccess', ended: number }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type ChangeLanguageMutationVariables = Exact<{
  input: ChangeLanguageInput;
}>;


export type ChangeLanguageMutation = { changeLanguage:
    | { __typename: 'ChangeLanguageSuccess', viewer: { email: string | null, language: Language } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type LogInMutationVariables = Exact<{
  input: LogInInput;
}>;


export type LogInMutation = { logIn:
    | { __typename: 'LogInSuccess', viewer: { email: string | null, language: Language } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type NeedsOwnerQueryVariables = Exact<{ [key: string]: never; }>;


export type NeedsOwnerQuery = { needsOwner: boolean };

export type CreateOwnerMutationVariables = Exact<{
  input: CreateOwnerInput;
}>;


export type CreateOwnerMutation = { createOwner:
    | { __typename: 'CreateOwnerSuccess', viewer: { email: string | null, language: Language } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type CanCreateOwnerQueryVariables = Exact<{
  token: string;
}>;


export type CanCreateOwnerQuery = { canCreateOwner: boolean };

export type ReportSubscriptionQueryVariables = Exact<{
  token: string;
}>;


export type ReportSubscriptionQuery = { reportSubscription: { domain: string, active: boolean } };

export type UnsubscribeFromReportsMutationVariables = Exact<{
  input: UnsubscribeFromReportsInput;
}>;


export type UnsubscribeFromReportsMutation = { unsubscribeFromReports:
    | { __typename: 'UnsubscribeFromReportsSuccess', subscription: { domain: string, active: boolean } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type ConfirmPasswordMutationVariables = Exact<{
  input: ConfirmPasswordInput;
}>;


export type ConfirmPasswordMutation = { confirmPassword:
    | { __typename: 'ConfirmPasswordSuccess', viewer: { email: string | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey:
    | { __typename: 'ConfirmationRequired' }
    | { __typename: 'CreateApiKeySuccess', created: { key: string, apiKey: { id: string, name: string, scopes: Array<Scope>, website: { id: string, databaseId: number } | null } } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type RevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeApiKeyMutation = { revokeApiKey:
    | { __typename: 'RevokeApiKeySuccess', apiKey: { id: string, revokedAt: string | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysQuery = { viewer: { email: string | null, apiKeys: Array<{ id: string, name: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, revokedAt: string | null, website: { id: string, domain: string } | null }> | null } | null, websites: { nodes: Array<{ id: string, databaseId: number, domain: string }> } };

export type LogOutMutationVariables = Exact<{
  input: LogOutInput;
}>;


export type LogOutMutation = { logOut: boolean };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { email: string | null, language: Language } | null };

export type DeleteWebsiteMutationVariables = Exact<{
  input: DeleteWebsiteInput;
}>;


export type DeleteWebsiteMutation = { deleteWebsite:
    | { __typename: 'DeleteWebsiteSuccess', website: { id: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type SendReportMutationVariables = Exact<{
  input: SendReportInput;
}>;


export type SendReportMutation = { sendReport:
    | { __typename: 'SendReportSuccess', sent: { period: string, to: string | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateWebsiteMutationVariables = Exact<{
  input: UpdateWebsiteInput;
}>;


export type UpdateWebsiteMutation = { updateWebsite:
    | { __typename: 'UpdateWebsiteSuccess', website: { id: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type SharedLinksFragment = { segments: Array<{ id: string, name: string }> | null, sharedLinks: Array<{ id: string, name: string, url: string | null, hasPassword: boolean, panels: Array<Panel> | null, expiresAt: string | null, lastUsedAt: string | null, segment: { id: string, name: string } | null }> | null };

export type SharedLinkFieldsFragment = { id: string, name: string, url: string | null, hasPassword: boolean, panels: Array<Panel> | null, expiresAt: string | null, lastUsedAt: string | null, segment: { id: string, name: string } | null };

export type CreateSharedLinkMutationVariables = Exact<{
  input: CreateSharedLinkInput;
}>;


export type CreateSharedLinkMutation = { createSharedLink:
    | { __typename: 'CreateSharedLinkSuccess', sharedLink: { name: string, website: { id: string } | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateSharedLinkMutationVariables = Exact<{
  input: UpdateSharedLinkInput;
}>;


export type UpdateSharedLinkMutation = { updateSharedLink:
    | { __typename: 'UpdateSharedLinkSuccess', sharedLink: { name: string, website: { id: string } | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type DeleteSharedLinkMutationVariables = Exact<{
  input: DeleteSharedLinkInput;
}>;


export type DeleteSharedLinkMutation = { deleteSharedLink:
    | { __typename: 'DeleteSharedLinkSuccess', sharedLink: { website: { id: string } | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type EmbedCodeQueryVariables = Exact<{
  id: string | number;
  theme: EmbedTheme;
  language?: Language | null | undefined;
}>;


export type EmbedCodeQuery = { node:
    | { id: string, embedCode: string | null }
    | Record<PropertyKey, never>
   | null };

export type ArrivalsQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
}>;


export type ArrivalsQuery = { website: { id: string, recordedSince: string | null, dropped: Array<{ reason: string, count: number }> | null } | null };

export type FirstHitsSubscriptionVariables = Exact<{
  websiteId: string | number;
}>;


export type FirstHitsSubscription = { liveVisitors: { minutes: Array<{ visitors: number }> } };

export type WebsiteQueryVariables = Exact<{
  id: string | number;
}>;


export type WebsiteQuery = { clientAddress: string, sendsReports: boolean, viewer: { email: string | null } | null, website: { id: string, databaseId: number, url: string, domain: string, trackingId: string, snippet: string, pixelSnippet: string, timezone: string, privacy: Privacy, hasPassword: boolean | null, hideBelow: number | null, email: boolean | null, emailEvery: EmailEvery | null, excludeBots: boolean | null, excludeIps: Array<string> | null, dailyLimit: number | null, trimSlash: boolean | null, recordedSince: string | null, createdAt: string, reports: Array<{ period: string, state: ReportState, attempts: number, error: string | null, nextAttemptAt: string | null, sentAt: string | null }> | null, period: { from: string, to: string }, segments: Array<{ id: string, name: string }> | null, sharedLinks: Array<{ id: string, name: string, url: string | null, hasPassword: boolean, panels: Array<Panel> | null, expiresAt: string | null, lastUsedAt: string | null, segment: { id: string, name: string } | null }> | null } | null };

export type CreateWebsiteMutationVariables = Exact<{
  input: CreateWebsiteInput;
}>;


export type CreateWebsiteMutation = { createWebsite:
    | { __typename: 'CreateWebsiteSuccess', website: { id: string, databaseId: number } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type WebsitesQueryVariables = Exact<{
  search?: string | null | undefined;
  sort?: SortOrder | null | undefined;
  orderBy?: WebsiteOrder | null | undefined;
  after?: string | null | undefined;
  period: PeriodName;
  totals: boolean;
}>;


export type WebsitesQuery = { account?: { period: { websites: number, visitors: number, visits: number, pageviews: number, bounceRate: number | null, previous: { visitors: number, visits: number, pageviews: number, bounceRate: number | null } | null } } | null, websites: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, domain: string, trackingId: string, privacy: Privacy, recordedSince: string | null, hour: number, period: { visitors: number, visits: number, pageviews: number, bounceRate: number | null, previous: { from: string, visitors: number, visits: number, pageviews: number, bounceRate: number | null } | null, series: { interval: Interval, points: Array<{ at: string, visitors: number }> } } }> } };

export type RefusedFragment = { errors: Array<{ path: Array<string>, message: string }> };

export type CreateAnnotationMutationVariables = Exact<{
  input: CreateAnnotationInput;
}>;


export type CreateAnnotationMutation = { createAnnotation:
    | { __typename: 'CreateAnnotationSuccess', annotation: { id: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateAnnotationMutationVariables = Exact<{
  input: UpdateAnnotationInput;
}>;


export type UpdateAnnotationMutation = { updateAnnotation:
    | { __typename: 'UpdateAnnotationSuccess', annotation: { id: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type DeleteAnnotationMutationVariables = Exact<{
  input: DeleteAnnotationInput;
}>;


export type DeleteAnnotationMutation = { deleteAnnotation:
    | { __typename: 'DeleteAnnotationSuccess', annotation: { id: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type StatisticsDetailsQueryVariables = Exact<{
  trackingId: string;
  from: string;
  to: string;
  filter?: FilterInput | null | undefined;
  by: Array<Dimension> | Dimension;
  orderBy: BreakdownOrder;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type StatisticsDetailsQuery = { website: { id: string, period: { breakdown: { totalCount: number, nodes: Array<{ visitors: number, visits: number, pageviews: number, viewsPerVisit: number | null, bounceRate: number | null, visitDuration: number | null, events: number, values: Array<{ value: string, label: string, source: string | null }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } } | null };

export type StatisticsPageQueryVariables = Exact<{
  trackingId: string;
  name?: PeriodName | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  filter?: FilterInput | null | undefined;
  compare?: Comparison | null | undefined;
  compareFrom?: string | null | undefined;
  compareTo?: string | null | undefined;
  by?: Interval | null | undefined;
  byDays?: boolean | null | undefined;
  allMetrics?: boolean | null | undefined;
  segment?: string | number;
  hasSegment?: boolean;
}>;


export type StatisticsPageQuery = { statisticsAccess: StatisticsAccess, sharedView: { segment: string | null, panels: Array<Panel> | null } | null, viewer: { email: string | null } | null, chosen?:
    | { __typename: 'Annotation' }
    | { __typename: 'ApiKey' }
    | { __typename: 'Segment', id: string, name: string, filter: string }
    | { __typename: 'SharedLink' }
    | { __typename: 'Website' }
   | null, website: { id: string, databaseId: number, domain: string, url: string, timezone: string, today: string, hour: number, hideBelow: number | null, recordedSince: string | null, owned: boolean | null, period: { from: string, to: string, visitors: number, visits: number, pageviews: number, viewsPerVisit: number | null, bounceRate: number | null, visitDuration: number | null, events: number, previous: { untilHour: number | null, from: string, to: string, visitors: number, visits: number, pageviews: number, viewsPerVisit: number | null, bounceRate: number | null, visitDuration: number | null, events: number } | null, compared: { from: string, to: string, untilHour: number | null, series: { interval: Interval, points: Array<{ at: string, visitors: number, pageviews: number } & { visits?: number, viewsPerVisit?: number | null, bounceRate?: number | null, visitDuration?: number | null, events?: number }> } } | null, annotations: Array<{ id: string, day: string, text: string, public: boolean }>, PAGE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, LANDING_PAGE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, REFERRER: { totalCount: number, sum: number, nodes: Array<{ source: string | null, value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, CAMPAIGN: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, EXIT_PAGE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, SOURCE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, CHANNEL: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, UTM_SOURCE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, UTM_MEDIUM: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, UTM_TERM: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, UTM_CONTENT: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, COUNTRY: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, CITY: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, CONTINENT: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, LANGUAGE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, BROWSER: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, OS: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, DEVICE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, RESOLUTION: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, EVENT: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, series: { interval: Interval, points: Array<{ at: string, visitors: number, pageviews: number } & { visits?: number, viewsPerVisit?: number | null, bounceRate?: number | null, visitDuration?: number | null, events?: number }> } } } | null };

export type CountedFragment = { from: string, to: string, visitors: number, visits: number, pageviews: number, viewsPerVisit: number | null, bounceRate: number | null, visitDuration: number | null, events: number };

export type ChartedFragment = { series: { interval: Interval, points: Array<{ at: string, visitors: number, pageviews: number } & { visits?: number, viewsPerVisit?: number | null, bounceRate?: number | null, visitDuration?: number | null, events?: number }> } };

export type RowsFragment = { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } };

export type StatisticsRowsQueryVariables = Exact<{
  trackingId: string;
  from: string;
  to: string;
  name: StatName;
  search?: string | null | undefined;
  sort?: StatSort | null | undefined;
  after?: string | null | undefined;
  filter?: FilterInput | null | undefined;
}>;


export type StatisticsRowsQuery = { website: { id: string, period: { stats: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } } | null };

export type UnlockStatisticsMutationVariables = Exact<{
  input: UnlockStatisticsInput;
}>;


export type UnlockStatisticsMutation = { unlockStatistics:
    | { __typename: 'UnlockStatisticsSuccess' }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type UnlockSharedLinkMutationVariables = Exact<{
  input: UnlockSharedLinkInput;
}>;


export type UnlockSharedLinkMutation = { unlockSharedLink:
    | { __typename: 'UnlockSharedLinkSuccess', unlocked: { grant: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type StatisticsSegmentsQueryVariables = Exact<{
  trackingId: string;
}>;


export type StatisticsSegmentsQuery = { website: { id: string, segments: Array<{ id: string, name: string, filter: string }> | null } | null };

export type CreateSegmentMutationVariables = Exact<{
  input: CreateSegmentInput;
}>;


export type CreateSegmentMutation = { createSegment:
    | { __typename: 'CreateSegmentSuccess', segment: { id: string, name: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateSegmentMutationVariables = Exact<{
  input: UpdateSegmentInput;
}>;


export type UpdateSegmentMutation = { updateSegment:
    | { __typename: 'UpdateSegmentSuccess', segment: { id: string, name: string, filter: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type DeleteSegmentMutationVariables = Exact<{
  input: DeleteSegmentInput;
}>;


export type DeleteSegmentMutation = { deleteSegment:
    | { __typename: 'DeleteSegmentSuccess', segment: { id: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type LiveSubscriptionVariables = Exact<{
  websiteId: string | number;
}>;


export type LiveSubscription = { liveVisitors: { visitors: number, pages: Array<{ value: string, label: string, count: number }> | null, referrers: Array<{ value: string, label: string, count: number, source: string | null }> | null, countries: Array<{ value: string, label: string, count: number }> | null, minutes: Array<{ at: string, visitors: number, pageviews: number }>, hits: Array<{ at: string, page: string | null, event: string | null, country: string | null }> } };

export type StatisticsSearchQueryVariables = Exact<{
  trackingId: string;
  from: string;
  to: string;
  name: StatName;
  search?: string | null | undefined;
  filter?: FilterInput | null | undefined;
}>;


export type StatisticsSearchQuery = { website: { id: string, period: { stats: { totalCount: number, sum: number, nodes: Array<{ source: string | null, value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } } | null };

export type SwitcherWebsitesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type SwitcherWebsitesQuery = { websites: { totalCount: number, nodes: Array<{ id: string, domain: string, trackingId: string }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const SharedLinkFieldsFragmentDoc = new TypedDocumentString(`
    fragment SharedLinkFields on SharedLink {
  id
  name
  url
  hasPassword
  segment {
    id
    name
  }
  panels
  expiresAt
  lastUsedAt
}
    `, {"fragmentName":"SharedLinkFields"}) as unknown as TypedDocumentString<SharedLinkFieldsFragment, unknown>;
export const SharedLinksFragmentDoc = new TypedDocumentString(`
    fragment SharedLinks on Website {
  segments {
    id
    name
  }
  sharedLinks {
    ...SharedLinkFields
  }
}
    fragment SharedLinkFields on SharedLink {
  id
  name
  url
  hasPassword
  segment {
    id
    name
  }
  panels
  expiresAt
  lastUsedAt
}`, {"fragmentName":"SharedLinks"}) as unknown as TypedDocumentString<SharedLinksFragment, unknown>;
export const RefusedFragmentDoc = new TypedDocumentString(`
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}
    `, {"fragmentName":"Refused"}) as unknown as TypedDocumentString<RefusedFragment, unknown>;
export const CountedFragmentDoc = new TypedDocumentString(`
    fragment Counted on Period {
  from
  to
  visitors
  visits
  pageviews
  viewsPerVisit
  bounceRate
  visitDuration
  events
}
    `, {"fragmentName":"Counted"}) as unknown as TypedDocumentString<CountedFragment, unknown>;
export const ChartedFragmentDoc = new TypedDocumentString(`
    fragment Charted on Period {
  series(by: $by) {
    interval
    points {
      at
      visitors
      pageviews
      ... @include(if: $allMetrics) {
        visits
        viewsPerVisit
        bounceRate
        visitDuration
        events
      }
    }
  }
}
    `, {"fragmentName":"Charted"}) as unknown as TypedDocumentString<ChartedFragment, unknown>;
export const RowsFragmentDoc = new TypedDocumentString(`
    fragment Rows on StatConnection {
  totalCount
  sum
  nodes {
    value
    label
    count
  }
  pageInfo {
    endCursor
    hasNextPage
  }
}
    `, {"fragmentName":"Rows"}) as unknown as TypedDocumentString<RowsFragment, unknown>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($input: ChangePasswordInput!) {
  changePassword(input: $input) {
    __typename
    ... on ChangePasswordSuccess {
      viewer {
        email
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const SecurityLogDocument = new TypedDocumentString(`
    query SecurityLog($first: Int!, $after: String) {
  viewer {
    email
    securityLog(first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        kind
        at
        count
        actor
        device
        apiKeyName
        country
        subject
        detail
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SecurityLogQuery, SecurityLogQueryVariables>;
export const SessionsDocument = new TypedDocumentString(`
    query Sessions($first: Int!) {
  viewer {
    email
    sessions(first: $first) {
      totalCount
      nodes {
        id
        current
        device
        country
        createdAt
        lastSeenAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>;
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($input: EndSessionInput!) {
  endSession(input: $input) {
    __typename
    ... on EndSessionSuccess {
      ended
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const ChangeLanguageDocument = new TypedDocumentString(`
    mutation ChangeLanguage($input: ChangeLanguageInput!) {
  changeLanguage(input: $input) {
    __typename
    ... on ChangeLanguageSuccess {
      viewer {
        email
        language
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<ChangeLanguageMutation, ChangeLanguageMutationVariables>;
export const LogInDocument = new TypedDocumentString(`
    mutation LogIn($input: LogInInput!) {
  logIn(input: $input) {
    __typename
    ... on LogInSuccess {
      viewer {
        email
        language
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<LogInMutation, LogInMutationVariables>;
export const NeedsOwnerDocument = new TypedDocumentString(`
    query NeedsOwner {
  needsOwner
}
    `) as unknown as TypedDocumentString<NeedsOwnerQuery, NeedsOwnerQueryVariables>;
export const CreateOwnerDocument = new TypedDocumentString(`
    mutation CreateOwner($input: CreateOwnerInput!) {
  createOwner(input: $input) {
    __typename
    ... on CreateOwnerSuccess {
      viewer {
        email
        language
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<CreateOwnerMutation, CreateOwnerMutationVariables>;
export const CanCreateOwnerDocument = new TypedDocumentString(`
    query CanCreateOwner($token: String!) {
  canCreateOwner(token: $token)
}
    `) as unknown as TypedDocumentString<CanCreateOwnerQuery, CanCreateOwnerQueryVariables>;
export const ReportSubscriptionDocument = new TypedDocumentString(`
    query ReportSubscription($token: String!) {
  reportSubscription(token: $token) {
    domain
    active
  }
}
    `) as unknown as TypedDocumentString<ReportSubscriptionQuery, ReportSubscriptionQueryVariables>;
export const UnsubscribeFromReportsDocument = new TypedDocumentString(`
    mutation UnsubscribeFromReports($input: UnsubscribeFromReportsInput!) {
  unsubscribeFromReports(input: $input) {
    __typename
    ... on UnsubscribeFromReportsSuccess {
      subscription {
        domain
        active
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<UnsubscribeFromReportsMutation, UnsubscribeFromReportsMutationVariables>;
export const ConfirmPasswordDocument = new TypedDocumentString(`
    mutation ConfirmPassword($input: ConfirmPasswordInput!) {
  confirmPassword(input: $input) {
    __typename
    ... on ConfirmPasswordSuccess {
      viewer {
        email
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<ConfirmPasswordMutation, ConfirmPasswordMutationVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    __typename
    ... on CreateApiKeySuccess {
      created {
        key
        apiKey {
          id
          name
          scopes
          website {
            id
            databaseId
          }
        }
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    __typename
    ... on RevokeApiKeySuccess {
      apiKey {
        id
        revokedAt
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const ApiKeysDocument = new TypedDocumentString(`
    query ApiKeys {
  viewer {
    email
    apiKeys {
      id
      name
      scopes
      website {
        id
        domain
      }
      createdAt
      expiresAt
      lastUsedAt
      revokedAt
    }
  }
  websites(first: 100) {
    nodes {
      id
      databaseId
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const LogOutDocument = new TypedDocumentString(`
    mutation LogOut($input: LogOutInput!) {
  logOut(input: $input)
}
    `) as unknown as TypedDocumentString<LogOutMutation, LogOutMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    email
    language
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const DeleteWebsiteDocument = new TypedDocumentString(`
    mutation DeleteWebsite($input: DeleteWebsiteInput!) {
  deleteWebsite(input: $input) {
    __typename
    ... on DeleteWebsiteSuccess {
      website {
        id
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<DeleteWebsiteMutation, DeleteWebsiteMutationVariables>;
export const SendReportDocument = new TypedDocumentString(`
    mutation SendReport($input: SendReportInput!) {
  sendReport(input: $input) {
    __typename
    ... on SendReportSuccess {
      sent {
        period
        to
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<SendReportMutation, SendReportMutationVariables>;
export const UpdateWebsiteDocument = new TypedDocumentString(`
    mutation UpdateWebsite($input: UpdateWebsiteInput!) {
  updateWebsite(input: $input) {
    __typename
    ... on UpdateWebsiteSuccess {
      website {
        id
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<UpdateWebsiteMutation, UpdateWebsiteMutationVariables>;
export const CreateSharedLinkDocument = new TypedDocumentString(`
    mutation CreateSharedLink($input: CreateSharedLinkInput!) {
  createSharedLink(input: $input) {
    __typename
    ... on CreateSharedLinkSuccess {
      sharedLink {
        name
        website {
          id
        }
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<CreateSharedLinkMutation, CreateSharedLinkMutationVariables>;
export const UpdateSharedLinkDocument = new TypedDocumentString(`
    mutation UpdateSharedLink($input: UpdateSharedLinkInput!) {
  updateSharedLink(input: $input) {
    __typename
    ... on UpdateSharedLinkSuccess {
      sharedLink {
        name
        website {
          id
        }
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<UpdateSharedLinkMutation, UpdateSharedLinkMutationVariables>;
export const DeleteSharedLinkDocument = new TypedDocumentString(`
    mutation DeleteSharedLink($input: DeleteSharedLinkInput!) {
  deleteSharedLink(input: $input) {
    __typename
    ... on DeleteSharedLinkSuccess {
      sharedLink {
        website {
          id
        }
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<DeleteSharedLinkMutation, DeleteSharedLinkMutationVariables>;
export const EmbedCodeDocument = new TypedDocumentString(`
    query EmbedCode($id: ID!, $theme: EmbedTheme!, $language: Language) {
  node(id: $id) {
    ... on SharedLink {
      id
      embedCode(theme: $theme, language: $language)
    }
  }
}
    `) as unknown as TypedDocumentString<EmbedCodeQuery, EmbedCodeQueryVariables>;
export const ArrivalsDocument = new TypedDocumentString(`
    query Arrivals($id: ID!, $from: Date!, $to: Date!) {
  website(id: $id) {
    id
    recordedSince
    dropped(from: $from, to: $to) {
      reason
      count
    }
  }
}
    `) as unknown as TypedDocumentString<ArrivalsQuery, ArrivalsQueryVariables>;
export const FirstHitsDocument = new TypedDocumentString(`
    subscription FirstHits($websiteId: ID!) {
  liveVisitors(websiteId: $websiteId) {
    minutes {
      visitors
    }
  }
}
    `) as unknown as TypedDocumentString<FirstHitsSubscription, FirstHitsSubscriptionVariables>;
export const WebsiteDocument = new TypedDocumentString(`
    query Website($id: ID!) {
  clientAddress
  sendsReports
  viewer {
    email
  }
  website(id: $id) {
    id
    databaseId
    url
    domain
    trackingId
    snippet
    pixelSnippet
    timezone
    privacy
    hasPassword
    hideBelow
    email
    emailEvery
    reports {
      period
      state
      attempts
      error
      nextAttemptAt
      sentAt
    }
    excludeBots
    excludeIps
    dailyLimit
    trimSlash
    recordedSince
    createdAt
    ...SharedLinks
    period(name: LAST_30_DAYS) {
      from
      to
    }
  }
}
    fragment SharedLinks on Website {
  segments {
    id
    name
  }
  sharedLinks {
    ...SharedLinkFields
  }
}
fragment SharedLinkFields on SharedLink {
  id
  name
  url
  hasPassword
  segment {
    id
    name
  }
  panels
  expiresAt
  lastUsedAt
}`) as unknown as TypedDocumentString<WebsiteQuery, WebsiteQueryVariables>;
export const CreateWebsiteDocument = new TypedDocumentString(`
    mutation CreateWebsite($input: CreateWebsiteInput!) {
  createWebsite(input: $input) {
    __typename
    ... on CreateWebsiteSuccess {
      website {
        id
        databaseId
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<CreateWebsiteMutation, CreateWebsiteMutationVariables>;
export const WebsitesDocument = new TypedDocumentString(`
    query Websites($search: String, $sort: SortOrder, $orderBy: WebsiteOrder, $after: String, $period: PeriodName!, $totals: Boolean!) {
  account: viewer @include(if: $totals) {
    period(name: $period) {
      websites
      visitors
      visits
      pageviews
      bounceRate
      previous(elapsed: true) {
        visitors
        visits
        pageviews
        bounceRate
      }
    }
  }
  websites(
    search: $search
    sort: $sort
    orderBy: $orderBy
    after: $after
    first: 50
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      id
      databaseId
      domain
      trackingId
      privacy
      recordedSince
      hour
      period(name: $period) {
        visitors
        visits
        pageviews
        bounceRate
        previous(elapsed: true) {
          from
          visitors
          visits
          pageviews
          bounceRate
        }
        series {
          interval
          points {
            at
            visitors
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebsitesQuery, WebsitesQueryVariables>;
export const CreateAnnotationDocument = new TypedDocumentString(`
    mutation CreateAnnotation($input: CreateAnnotationInput!) {
  createAnnotation(input: $input) {
    __typename
    ... on CreateAnnotationSuccess {
      annotation {
        id
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<CreateAnnotationMutation, CreateAnnotationMutationVariables>;
export const UpdateAnnotationDocument = new TypedDocumentString(`
    mutation UpdateAnnotation($input: UpdateAnnotationInput!) {
  updateAnnotation(input: $input) {
    __typename
    ... on UpdateAnnotationSuccess {
      annotation {
        id
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<UpdateAnnotationMutation, UpdateAnnotationMutationVariables>;
export const DeleteAnnotationDocument = new TypedDocumentString(`
    mutation DeleteAnnotation($input: DeleteAnnotationInput!) {
  deleteAnnotation(input: $input) {
    __typename
    ... on DeleteAnnotationSuccess {
      annotation {
        id
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<DeleteAnnotationMutation, DeleteAnnotationMutationVariables>;
export const StatisticsDetailsDocument = new TypedDocumentString(`
    query StatisticsDetails($trackingId: String!, $from: Date!, $to: Date!, $filter: FilterInput, $by: [Dimension!]!, $orderBy: BreakdownOrder!, $search: String, $after: String) {
  website(trackingId: $trackingId) {
    id
    period(from: $from, to: $to, filter: $filter) {
      breakdown(
        by: $by
        orderBy: $orderBy
        search: $search
        first: 100
        after: $after
      ) {
        totalCount
        nodes {
          values {
            value
            label
            source
          }
          visitors
          visits
          pageviews
          viewsPerVisit
          bounceRate
          visitDuration
          events
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StatisticsDetailsQuery, StatisticsDetailsQueryVariables>;
export const StatisticsPageDocument = new TypedDocumentString(`
    query StatisticsPage($trackingId: String!, $name: PeriodName, $from: Date, $to: Date, $filter: FilterInput, $compare: Comparison = PREVIOUS, $compareFrom: Date, $compareTo: Date, $by: Interval, $byDays: Boolean = true, $allMetrics: Boolean = false, $segment: ID! = "", $hasSegment: Boolean! = false) {
  statisticsAccess(trackingId: $trackingId)
  sharedView {
    segment
    panels
  }
  viewer {
    email
  }
  chosen: node(id: $segment) @include(if: $hasSegment) {
    __typename
    ... on Segment {
      id
      name
      filter
    }
  }
  website(trackingId: $trackingId) {
    id
    databaseId
    domain
    url
    timezone
    today
    hour
    hideBelow
    owned: excludeBots
    recordedSince
    period(
      name: $name
      from: $from
      to: $to
      filter: $filter
      compare: $compare
      compareFrom: $compareFrom
      compareTo: $compareTo
    ) {
      ...Counted
      ...Charted
      previous(elapsed: true) {
        untilHour
        ...Counted
      }
      compared: previous(elapsed: $byDays) {
        from
        to
        untilHour
        ...Charted
      }
      annotations {
        id
        day
        text
        public
      }
      PAGE: panel(name: PAGE, first: 10) {
        ...Rows
      }
      LANDING_PAGE: panel(name: LANDING_PAGE, first: 10) {
        ...Rows
      }
      REFERRER: panel(name: REFERRER, first: 10) {
        ...Rows
        nodes {
          source
        }
      }
      CAMPAIGN: panel(name: CAMPAIGN, first: 10) {
        ...Rows
      }
      EXIT_PAGE: panel(name: EXIT_PAGE, first: 10) {
        ...Rows
      }
      SOURCE: panel(name: SOURCE, first: 10) {
        ...Rows
      }
      CHANNEL: panel(name: CHANNEL, first: 10) {
        ...Rows
      }
      UTM_SOURCE: panel(name: UTM_SOURCE, first: 10) {
        ...Rows
      }
      UTM_MEDIUM: panel(name: UTM_MEDIUM, first: 10) {
        ...Rows
      }
      UTM_TERM: panel(name: UTM_TERM, first: 10) {
        ...Rows
      }
      UTM_CONTENT: panel(name: UTM_CONTENT, first: 10) {
        ...Rows
      }
      COUNTRY: panel(name: COUNTRY, first: 100) {
        ...Rows
      }
      CITY: panel(name: CITY, first: 10) {
        ...Rows
      }
      CONTINENT: panel(name: CONTINENT, first: 10) {
        ...Rows
      }
      LANGUAGE: panel(name: LANGUAGE, first: 10) {
        ...Rows
      }
      BROWSER: panel(name: BROWSER, first: 10) {
        ...Rows
      }
      OS: panel(name: OS, first: 10) {
        ...Rows
      }
      DEVICE: panel(name: DEVICE, first: 10) {
        ...Rows
      }
      RESOLUTION: panel(name: RESOLUTION, first: 10) {
        ...Rows
      }
      EVENT: panel(name: EVENT, first: 10) {
        ...Rows
      }
    }
  }
}
    fragment Counted on Period {
  from
  to
  visitors
  visits
  pageviews
  viewsPerVisit
  bounceRate
  visitDuration
  events
}
fragment Charted on Period {
  series(by: $by) {
    interval
    points {
      at
      visitors
      pageviews
      ... @include(if: $allMetrics) {
        visits
        viewsPerVisit
        bounceRate
        visitDuration
        events
      }
    }
  }
}
fragment Rows on StatConnection {
  totalCount
  sum
  nodes {
    value
    label
    count
  }
  pageInfo {
    endCursor
    hasNextPage
  }
}`) as unknown as TypedDocumentString<StatisticsPageQuery, StatisticsPageQueryVariables>;
export const StatisticsRowsDocument = new TypedDocumentString(`
    query StatisticsRows($trackingId: String!, $from: Date!, $to: Date!, $name: StatName!, $search: String, $sort: StatSort, $after: String, $filter: FilterInput) {
  website(trackingId: $trackingId) {
    id
    period(from: $from, to: $to, filter: $filter) {
      stats(name: $name, search: $search, sort: $sort, first: 100, after: $after) {
        ...Rows
      }
    }
  }
}
    fragment Rows on StatConnection {
  totalCount
  sum
  nodes {
    value
    label
    count
  }
  pageInfo {
    endCursor
    hasNextPage
  }
}`) as unknown as TypedDocumentString<StatisticsRowsQuery, StatisticsRowsQueryVariables>;
export const UnlockStatisticsDocument = new TypedDocumentString(`
    mutation UnlockStatistics($input: UnlockStatisticsInput!) {
  unlockStatistics(input: $input) {
    __typename
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<UnlockStatisticsMutation, UnlockStatisticsMutationVariables>;
export const UnlockSharedLinkDocument = new TypedDocumentString(`
    mutation UnlockSharedLink($input: UnlockSharedLinkInput!) {
  unlockSharedLink(input: $input) {
    __typename
    ... on UnlockSharedLinkSuccess {
      unlocked {
        grant
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<UnlockSharedLinkMutation, UnlockSharedLinkMutationVariables>;
export const StatisticsSegmentsDocument = new TypedDocumentString(`
    query StatisticsSegments($trackingId: String!) {
  website(trackingId: $trackingId) {
    id
    segments {
      id
      name
      filter
    }
  }
}
    `) as unknown as TypedDocumentString<StatisticsSegmentsQuery, StatisticsSegmentsQueryVariables>;
export const CreateSegmentDocument = new TypedDocumentString(`
    mutation CreateSegment($input: CreateSegmentInput!) {
  createSegment(input: $input) {
    __typename
    ... on CreateSegmentSuccess {
      segment {
        id
        name
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<CreateSegmentMutation, CreateSegmentMutationVariables>;
export const UpdateSegmentDocument = new TypedDocumentString(`
    mutation UpdateSegment($input: UpdateSegmentInput!) {
  updateSegment(input: $input) {
    __typename
    ... on UpdateSegmentSuccess {
      segment {
        id
        name
        filter
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<UpdateSegmentMutation, UpdateSegmentMutationVariables>;
export const DeleteSegmentDocument = new TypedDocumentString(`
    mutation DeleteSegment($input: DeleteSegmentInput!) {
  deleteSegment(input: $input) {
    __typename
    ... on DeleteSegmentSuccess {
      segment {
        id
      }
    }
    ...Refused
  }
}
    fragment Refused on UserErrors {
  errors {
    path
    message
  }
}`) as unknown as TypedDocumentString<DeleteSegmentMutation, DeleteSegmentMutationVariables>;
export const LiveDocument = new TypedDocumentString(`
    subscription Live($websiteId: ID!) {
  liveVisitors(websiteId: $websiteId) {
    visitors
    pages {
      value
      label
      count
    }
    referrers {
      value
      label
      count
      source
    }
    countries {
      value
      label
      count
    }
    minutes {
      at
      visitors
      pageviews
    }
    hits {
      at
      page
      event
      country
    }
  }
}
    `) as unknown as TypedDocumentString<LiveSubscription, LiveSubscriptionVariables>;
export const StatisticsSearchDocument = new TypedDocumentString(`
    query StatisticsSearch($trackingId: String!, $from: Date!, $to: Date!, $name: StatName!, $search: String, $filter: FilterInput) {
  website(trackingId: $trackingId) {
    id
    period(from: $from, to: $to, filter: $filter) {
      stats(name: $name, search: $search, first: 10) {
        ...Rows
        nodes {
          source
        }
      }
    }
  }
}
    fragment Rows on StatConnection {
  totalCount
  sum
  nodes {
    value
    label
    count
  }
  pageInfo {
    endCursor
    hasNextPage
  }
}`) as unknown as TypedDocumentString<StatisticsSearchQuery, StatisticsSearchQueryVariables>;
export const SwitcherWebsitesDocument = new TypedDocumentString(`
    query SwitcherWebsites($search: String) {
  websites(search: $search, first: 20) {
    totalCount
    nodes {
      id
      domain
      trackingId
    }
  }
}
    `) as unknown as TypedDocumentString<SwitcherWebsitesQuery, SwitcherWebsitesQueryVariables>;