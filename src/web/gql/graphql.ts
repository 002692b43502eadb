/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Another password of the account. */
export type ChangePasswordInput = {
  /** The password so far. */
  current: string;
  /** The new one: 12 to 128 characters, and no common one. */
  password: string;
};

/** The password of the signed-in account. */
export type ConfirmPasswordInput = {
  /** The password of the account. */
  password: string;
};

/** An API key to create. */
export type CreateApiKeyInput = {
  /** From when on it is refused; never by default. */
  expiresAt?: string | null | undefined;
  /** What to call it. */
  name: string;
  /** What it may do; everything by default. */
  scopes?: Array<Scope> | null | undefined;
  /** The only website that it is to reach; all by default. */
  websiteId?: string | number | null | undefined;
};

/** The owner account of a new server. */
export type CreateOwnerInput = {
  /** The account’s address. */
  email: string;
  /** Its password: 12 to 128 characters, and no common one. */
  password: string;
  /** What the first-start link in the log carries. */
  token: string;
};

/** A website to register. */
export type CreateWebsiteInput = {
  /** How many hits are counted a day; further ones are dropped as `quota`. 0 for no limit; null for the server’s default. */
  dailyLimit?: number | null | undefined;
  /** Whether periodic email reports are sent; false by default. */
  email?: boolean | null | undefined;
  /** How often; `WEEKLY` by default. */
  emailEvery?: EmailEvery | null | undefined;
  /** Whether common bots are left uncounted; true by default. */
  excludeBots?: boolean | null | undefined;
  /** IPv4 and IPv6 addresses and CIDR ranges that are not counted. */
  excludeIps?: Array<string> | null | undefined;
  /** Password of the statistics page, of 8 to 128 characters and no common one; only takes effect while privacy is `PASSWORD`. */
  password?: string | null | undefined;
  /** Who may read its statistics; `PRIVATE` by default. */
  privacy?: Privacy | null | undefined;
  /** IANA name of the time zone of its days and hours. UTC by default. */
  timezone?: string | null | undefined;
  /** Whether `/about/` counts as `/about`, for new hits. True by default. */
  trimSlash?: boolean | null | undefined;
  /** Its address; a bare `example.com` is taken as https. */
  url: string;
};

/** A website to delete, with everything recorded for it. */
export type DeleteWebsiteInput = {
  /** Which website. */
  id: string | number;
};

/** How often email reports of a website are sent, at 08:00 in its time zone. */
export type EmailEvery =
  /** On the first of the month, for the month before. */
  | 'MONTHLY'
  /** On Monday, for the week before. */
  | 'WEEKLY';

/** The sessions to end. Exactly one field must be given. */
export type EndSessionInput = {
  /** Global id of one session. */
  id?: string | number | null | undefined;
  /** True to end all sessions except that of the viewer. */
  others?: boolean | null | undefined;
};

/** What the points of a series are. */
export type Interval =
  /** Days, as `2026-11-21`. */
  | 'DAY'
  /** The hours of the day, `00` to `23`; of a longer period, those of all its days together. */
  | 'HOUR'
  /** Months, as `2026-11`; the first and the last as far as they lie in the period. */
  | 'MONTH';

/** Who logs in. */
export type LogInInput = {
  /** The account’s address. */
  email: string;
  /** The account’s password. */
  password: string;
};

/** What to end. */
export type LogOutInput = {
  /** Whether to end the account’s sessions of all browsers; only this one’s by default. */
  everywhere?: boolean | null | undefined;
};

/** A period by its name, in the website’s time zone. */
export type PeriodName =
  /** From the first day with traffic to today. */
  | 'ALL'
  /** Seven days, of which the last is today. */
  | 'LAST_7_DAYS'
  /** This month so far, and the eleven before it. */
  | 'LAST_12_MONTHS'
  /** Thirty days, of which the last is today. */
  | 'LAST_30_DAYS'
  /** The whole month before. */
  | 'LAST_MONTH'
  /** From the first of the month to today. */
  | 'THIS_MONTH'
  /** The day that it is. */
  | 'TODAY'
  /** The day before. */
  | 'YESTERDAY';

/** Who may read the statistics of a website. */
export type Privacy =
  /** Its account, and who knows the password. */
  | 'PASSWORD'
  /** Its account only. */
  | 'PRIVATE'
  /** Anybody. */
  | 'PUBLIC';

/** What became of an email report. */
export type ReportState =
  /** Reports were switched off before it was sent. */
  | 'CANCELLED'
  /** A mail server is taking it right now. */
  | 'HANDED_OVER'
  /** The mail server refused it for good, or for longer than three days. */
  | 'REFUSED'
  /** The mail server took it. */
  | 'SENT'
  /** The line broke after the mail server had it: it may have arrived, and is not sent again. */
  | 'UNKNOWN'
  /** It is about to be sent, or is tried again later. */
  | 'WAITING';

/** An API key to revoke. */
export type RevokeApiKeyInput = {
  /** Which key. */
  id: string | number;
};

/** What an API key may do. */
export type Scope =
  /** Read statistics. */
  | 'STATS_READ'
  /** List and show websites. */
  | 'WEBSITES_READ'
  /** Register, change and delete websites. */
  | 'WEBSITES_WRITE';

/** Who caused an event of the security log. */
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
  /** Too many wrong passwords: further attempts from that address were refused for a while. */
  | 'LOCKED_OUT'
  /** A browser logged in with the password. */
  | 'LOGGED_IN'
  /** A log in failed because the password was wrong. */
  | 'LOGIN_FAILED'
  /** Too many wrong passwords of a statistics page: further attempts were refused for a while. */
  | 'PAGE_LOCKED_OUT'
  /** The password of a statistics page was changed. */
  | 'PAGE_PASSWORD_CHANGED'
  /** The password was changed. */
  | 'PASSWORD_CHANGED'
  /** The privacy of a website was changed. */
  | 'PRIVACY_CHANGED'
  /** One or more sessions were ended before they expired. */
  | 'SESSIONS_ENDED'
  /** A website was registered. */
  | 'WEBSITE_CREATED'
  /** A website and all of its statistics were deleted. */
  | 'WEBSITE_DELETED';

/** A report to send now. */
export type SendReportInput = {
  /** Which website’s. */
  id: string | number;
  /** A week such as `2026-W46`, or a month such as `2026-10`; the last one that is over by default. */
  period?: string | null | undefined;
};

/** The 17 statistics: what is counted, and by what. */
export type StatName =
  /** Visitors by browser, such as `Chrome`; empty if unknown. */
  | 'BROWSER'
  /** Visits by the `utm_campaign` of their first hit; those without one are left out. */
  | 'CAMPAIGN'
  /** Visitors by city, as `City, Region, CC`; empty if unknown. */
  | 'CITY'
  /** Visitors by two-letter continent code; empty if unknown. */
  | 'CONTINENT'
  /** Visitors by ISO 3166-1 alpha-2 country code; empty if unknown. */
  | 'COUNTRY'
  /** Visitors by kind of device: `desktop`, `mobile`, `tablet`…; empty if unknown. */
  | 'DEVICE'
  /** Events by name. */
  | 'EVENT'
  /** Visits by the path of their first hit. */
  | 'LANDING_PAGE'
  /** Visitors by primary language tag, such as `en`; empty if unknown. */
  | 'LANGUAGE'
  /** Visitors by operating system, such as `Android`; empty if unknown. */
  | 'OS'
  /** Pageviews by path, without query and fragment. */
  | 'PAGE'
  /** Pageviews by day. */
  | 'PAGEVIEWS'
  /** Pageviews by hour of the day, `00` to `23`. */
  | 'PAGEVIEWS_HOURS'
  /** Visits by the host they came from, without `www.`; empty for direct visits. */
  | 'REFERRER'
  /** Visitors by screen resolution, such as `1920x1080`; empty if unknown. */
  | 'RESOLUTION'
  /** Visitors by day. */
  | 'VISITORS'
  /** Visitors by hour of the day of their first hit, `00` to `23`. */
  | 'VISITORS_HOURS';

/** Order of the rows of a statistic; equal counts come in the order of their values. */
export type StatSort =
  /** Largest count first. */
  | 'MAX'
  /** Smallest count first. */
  | 'MIN';

/** What a statistics page is for somebody. */
export type StatisticsAccess =
  /** There is none, or it is private. */
  | 'NONE'
  /** It is shown. */
  | 'OPEN'
  /** It is shown to who gives its password. */
  | 'PASSWORD';

/** The password of a statistics page. */
export type UnlockStatisticsInput = {
  /** What the owner set as its password. */
  password: string;
  /** The public id of the website. */
  trackingId: string;
};

/** Which reports to switch off. */
export type UnsubscribeFromReportsInput = {
  /** What the link in the mail carries. */
  token: string;
};

/** Settings to change; what is left out stays as it is. */
export type UpdateWebsiteInput = {
  /** How many hits are counted a day; further ones are dropped as `quota`. 0 for no limit; null for the server’s default. */
  dailyLimit?: number | null | undefined;
  /** Whether periodic email reports are sent. */
  email?: boolean | null | undefined;
  /** How often. */
  emailEvery?: EmailEvery | null | undefined;
  /** Whether common bots are left uncounted. */
  excludeBots?: boolean | null | undefined;
  /** IPv4 and IPv6 addresses and CIDR ranges that are not counted. The whole list; null or empty for none. */
  excludeIps?: Array<string> | null | undefined;
  /** Which website. */
  id: string | number;
  /** Password of the statistics page, of 8 to 128 characters and no common one; only takes effect while privacy is `PASSWORD`. Null takes it away. */
  password?: string | null | undefined;
  /** Who may read its statistics. */
  privacy?: Privacy | null | undefined;
  /** IANA name of the time zone of its days and hours. */
  timezone?: string | null | undefined;
  /** Whether `/about/` counts as `/about`, for new hits. */
  trimSlash?: boolean | null | undefined;
  /** Its new address, under the rules of create. */
  url?: string | null | undefined;
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


export type SecurityLogQuery = { viewer: { email: string | null, securityLog: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, kind: SecurityEventKind, at: string, count: number, actor: SecurityEventActor, device: string | null, apiKeyName: string | null, countryName: string | null, subject: string | null, detail: string | null }> } | null } | null };

export type SessionsQueryVariables = Exact<{
  first: number;
}>;


export type SessionsQuery = { viewer: { email: string | null, sessions: { totalCount: number, nodes: Array<{ id: string, current: boolean, device: string | null, countryName: string | null, createdAt: string, lastSeenAt: string }> } | null } | null };

export type EndSessionMutationVariables = Exact<{
  input: EndSessionInput;
}>;


export type EndSessionMutation = { endSession:
    | { __typename: 'EndSessionSuccess', ended: number }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type LogInMutationVariables = Exact<{
  input: LogInInput;
}>;


export type LogInMutation = { logIn:
    | { __typename: 'LogInSuccess', viewer: { email: string | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type NeedsOwnerQueryVariables = Exact<{ [key: string]: never; }>;


export type NeedsOwnerQuery = { needsOwner: boolean };

export type CreateOwnerMutationVariables = Exact<{
  input: CreateOwnerInput;
}>;


export type CreateOwnerMutation = { createOwner:
    | { __typename: 'CreateOwnerSuccess', viewer: { email: string | null } }
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


export type ViewerQuery = { viewer: { email: string | null } | null };

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

export type ArrivalsQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
}>;


export type ArrivalsQuery = { website: { id: string, recordedSince: string | null, dropped: Array<{ reason: string, count: number }> | null } | null };

export type WebsiteQueryVariables = Exact<{
  id: string | number;
}>;


export type WebsiteQuery = { clientAddress: string, sendsReports: boolean, viewer: { email: string | null } | null, website: { id: string, databaseId: number, url: string, domain: string, trackingId: string, snippet: string, pixelSnippet: string, timezone: string, privacy: Privacy, hasPassword: boolean | null, email: boolean | null, emailEvery: EmailEvery | null, excludeBots: boolean | null, excludeIps: Array<string> | null, dailyLimit: number | null, trimSlash: boolean | null, recordedSince: string | null, createdAt: string, reports: Array<{ period: string, state: ReportState, attempts: number, error: string | null, nextAttemptAt: string | null, sentAt: string | null }> | null, period: { from: string, to: string } } | null };

export type CreateWebsiteMutationVariables = Exact<{
  input: CreateWebsiteInput;
}>;


export type CreateWebsiteMutation = { createWebsite:
    | { __typename: 'CreateWebsiteSuccess', website: { id: string, databaseId: number } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type WebsitesQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type WebsitesQuery = { websites: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, databaseId: number, domain: string, url: string, trackingId: string, privacy: Privacy, recordedSince: string | null, period: { visitors: number, pageviews: number, previous: { visitors: number, pageviews: number } | null, series: { points: Array<{ at: string, visitors: number }> } } }> } };

export type RefusedFragment = { errors: Array<{ path: Array<string>, message: string }> };

export type StatisticsPageQueryVariables = Exact<{
  trackingId: string;
  name?: PeriodName | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type StatisticsPageQuery = { statisticsAccess: StatisticsAccess, viewer: { email: string | null } | null, website: { id: string, databaseId: number, domain: string, url: string, timezone: string, today: string, hour: number, recordedSince: string | null, period: { from: string, to: string, visitors: number, pageviews: number, visits: number, events: number, previous: { from: string, to: string, visitors: number, pageviews: number, visits: number, events: number, series: { interval: Interval, points: Array<{ at: string, visitors: number, pageviews: number }> } } | null, PAGE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, LANDING_PAGE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, REFERRER: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, CAMPAIGN: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, COUNTRY: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, CITY: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, CONTINENT: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, LANGUAGE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, BROWSER: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, OS: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, DEVICE: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, RESOLUTION: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, EVENT: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } }, series: { interval: Interval, points: Array<{ at: string, visitors: number, pageviews: number }> } } } | null };

export type CountedFragment = { from: string, to: string, visitors: number, pageviews: number, visits: number, events: number, series: { interval: Interval, points: Array<{ at: string, visitors: number, pageviews: number }> } };

export type RowsFragment = { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } };

export type StatisticsRowsQueryVariables = Exact<{
  trackingId: string;
  from: string;
  to: string;
  name: StatName;
  search?: string | null | undefined;
  sort?: StatSort | null | undefined;
  after?: string | null | undefined;
}>;


export type StatisticsRowsQuery = { website: { id: string, stats: { totalCount: number, sum: number, nodes: Array<{ value: string, label: string, count: number }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } } | null };

export type UnlockStatisticsMutationVariables = Exact<{
  input: UnlockStatisticsInput;
}>;


export type UnlockStatisticsMutation = { unlockStatistics:
    | { __typename: 'UnlockStatisticsSuccess' }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

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
  pageviews
  visits
  events
  series {
    interval
    points {
      at
      visitors
      pageviews
    }
  }
}
    `, {"fragmentName":"Counted"}) as unknown as TypedDocumentString<CountedFragment, unknown>;
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
        countryName
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
        countryName
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
export const LogInDocument = new TypedDocumentString(`
    mutation LogIn($input: LogInInput!) {
  logIn(input: $input) {
    __typename
    ... on LogInSuccess {
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
    period(name: LAST_30_DAYS) {
      from
      to
    }
  }
}
    `) as unknown as TypedDocumentString<WebsiteQuery, WebsiteQueryVariables>;
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
    query Websites($search: String, $after: String) {
  websites(search: $search, after: $after, first: 20) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      id
      databaseId
      domain
      url
      trackingId
      privacy
      recordedSince
      period(name: LAST_30_DAYS) {
        visitors
        pageviews
        previous {
          visitors
          pageviews
        }
        series {
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
export const StatisticsPageDocument = new TypedDocumentString(`
    query StatisticsPage($trackingId: String!, $name: PeriodName, $from: Date, $to: Date) {
  statisticsAccess(trackingId: $trackingId)
  viewer {
    email
  }
  website(trackingId: $trackingId) {
    id
    databaseId
    domain
    url
    timezone
    today
    hour
    recordedSince
    period(name: $name, from: $from, to: $to) {
      ...Counted
      previous {
        ...Counted
      }
      PAGE: stats(name: PAGE, first: 10) {
        ...Rows
      }
      LANDING_PAGE: stats(name: LANDING_PAGE, first: 10) {
        ...Rows
      }
      REFERRER: stats(name: REFERRER, first: 10) {
        ...Rows
      }
      CAMPAIGN: stats(name: CAMPAIGN, first: 10) {
        ...Rows
      }
      COUNTRY: stats(name: COUNTRY, first: 100) {
        ...Rows
      }
      CITY: stats(name: CITY, first: 10) {
        ...Rows
      }
      CONTINENT: stats(name: CONTINENT, first: 10) {
        ...Rows
      }
      LANGUAGE: stats(name: LANGUAGE, first: 10) {
        ...Rows
      }
      BROWSER: stats(name: BROWSER, first: 10) {
        ...Rows
      }
      OS: stats(name: OS, first: 10) {
        ...Rows
      }
      DEVICE: stats(name: DEVICE, first: 10) {
        ...Rows
      }
      RESOLUTION: stats(name: RESOLUTION, first: 10) {
        ...Rows
      }
      EVENT: stats(name: EVENT, first: 10) {
        ...Rows
      }
    }
  }
}
    fragment Counted on Period {
  from
  to
  visitors
  pageviews
  visits
  events
  series {
    interval
    points {
      at
      visitors
      pageviews
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
    query StatisticsRows($trackingId: String!, $from: Date!, $to: Date!, $name: StatName!, $search: String, $sort: StatSort, $after: String) {
  website(trackingId: $trackingId) {
    id
    stats(
      from: $from
      to: $to
      name: $name
      search: $search
      sort: $sort
      first: 100
      after: $after
    ) {
      ...Rows
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