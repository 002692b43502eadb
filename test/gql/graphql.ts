/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** A website to delete, with all data recorded for it. */
export type DeleteWebsiteInput = {
  /** Id of the website to delete. */
  id: string | number;
};

/** Frequency of the email reports of a website. They are sent at 08:00 in its time zone. */
export type EmailEvery =
  /** Sent on the first of the month for the previous month. */
  | 'MONTHLY'
  /** Sent on Monday for the previous week. */
  | 'WEEKLY';

/** The sessions to end. Exactly one field must be given. */
export type EndSessionInput = {
  /** Global id of one session. */
  id?: string | number | null | undefined;
  /** True to end all sessions except that of the viewer. */
  others?: boolean | null | undefined;
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

/** The viewer’s access to a statistics page. */
export type StatisticsAccess =
  /** The statistics page does not exist or is private. */
  | 'NONE'
  /** The viewer can read the statistics page. */
  | 'OPEN'
  /** The viewer can read the statistics page after giving its password. */
  | 'PASSWORD';

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

export type LeaveMutationVariables = Exact<{ [key: string]: never; }>;


export type LeaveMutation = { logOut: boolean };

export type OpenMutationVariables = Exact<{
  trackingId: string;
  password: string;
}>;


export type OpenMutation = { unlockStatistics:
    | { __typename: 'UnlockStatisticsSuccess' }
    | { __typename: 'UserErrors' }
   };

export type UpdateItMutationVariables = Exact<{
  id: string | number;
}>;


export type UpdateItMutation = { updateWebsite:
    | { website: { domain: string, email: boolean | null, excludeBots: boolean | null, excludeIps: Array<string> | null, hasPassword: boolean | null } }
    | Record<PropertyKey, never>
   };

export type CreateItMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateItMutation = { createWebsite:
    | { website: { domain: string, email: boolean | null, excludeBots: boolean | null, excludeIps: Array<string> | null, hasPassword: boolean | null } }
    | Record<PropertyKey, never>
   };

export type AccountOfKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountOfKeyQuery = { viewer: { email: string | null } | null };

export type SecurityLogQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type SecurityLogQuery = { viewer: { securityLog: { totalCount: number, nodes: Array<{ kind: SecurityEventKind, actor: SecurityEventActor, count: number, at: string, firstAt: string, device: string | null, apiKeyName: string | null, country: string | null, subject: string | null, detail: string | null }> } | null } | null };

export type ChangeItMutationVariables = Exact<{
  current: string;
  password: string;
}>;


export type ChangeItMutation = { changePassword:
    | { __typename: 'ChangePasswordSuccess' }
    | { __typename: 'UserErrors' }
   };

export type KeyMutationVariables = Exact<{ [key: string]: never; }>;


export type KeyMutation = { createApiKey:
    | { created: { apiKey: { id: string } } }
    | Record<PropertyKey, never>
   };

export type RevokeMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeMutation = { revokeApiKey:
    | { __typename: 'RevokeApiKeySuccess' }
    | { __typename: 'UserErrors' }
   };

export type TryPageMutationVariables = Exact<{
  trackingId: string;
}>;


export type TryPageMutation = { unlockStatistics:
    | { __typename: 'UnlockStatisticsSuccess' }
    | { __typename: 'UserErrors' }
   };

export type SessionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SessionsQuery = { viewer: { sessions: { totalCount: number, nodes: Array<{ id: string, current: boolean, device: string | null, country: string | null, countryName: string | null, createdAt: string, lastSeenAt: string, expiresAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type EndSessionMutationVariables = Exact<{
  input: EndSessionInput;
}>;


export type EndSessionMutation = { endSession:
    | { __typename: 'EndSessionSuccess', ended: number }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type CreateKeyMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateKeyMutation = { createApiKey:
    | { __typename: 'ConfirmationRequired', message: string }
    | { __typename: 'CreateApiKeySuccess' }
    | { __typename: 'UserErrors' }
   };

export type ConfirmMutationVariables = Exact<{
  password: string;
}>;


export type ConfirmMutation = { confirmPassword:
    | { __typename: 'ConfirmPasswordSuccess' }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type CountsQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
}>;


export type CountsQuery = { website: { page: { sum: number, nodes: Array<{ value: string, count: number }> }, landing_page: { sum: number, nodes: Array<{ value: string, count: number }> }, referrer: { sum: number, nodes: Array<{ value: string, count: number }> }, campaign: { sum: number, nodes: Array<{ value: string, count: number }> }, resolution: { sum: number, nodes: Array<{ value: string, count: number }> }, language: { sum: number, nodes: Array<{ value: string, count: number }> }, browser: { sum: number, nodes: Array<{ value: string, count: number }> }, os: { sum: number, nodes: Array<{ value: string, count: number }> }, device: { sum: number, nodes: Array<{ value: string, count: number }> }, event: { sum: number, nodes: Array<{ value: string, count: number }> }, visitors: { sum: number, nodes: Array<{ value: string, count: number }> } } | null };

export type ScopedQueryVariables = Exact<{
  id: string | number;
}>;


export type ScopedQuery = { website: { domain: string, email: boolean | null, excludeIps: Array<string> | null, stats: { totalCount: number }, dropped: Array<{ reason: string }> | null } | null };

export type OrderedWebsitesQueryVariables = Exact<{
  orderBy?: WebsiteOrder | null | undefined;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type OrderedWebsitesQuery = { websites: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ domain: string }> } };

export type CreateWebsiteMutationVariables = Exact<{
  input: CreateWebsiteInput;
}>;


export type CreateWebsiteMutation = { createWebsite:
    | { __typename: 'CreateWebsiteSuccess', website: { id: string, databaseId: number, url: string, domain: string, privacy: Privacy, email: boolean | null, excludeBots: boolean | null, excludeIps: Array<string> | null, hasPassword: boolean | null, timezone: string, trackingId: string, snippet: string, createdAt: string, updatedAt: string } }
    | { __typename: 'UserErrors', message: string, errors: Array<{ path: Array<string>, message: string }> }
   };

export type UpdateWebsiteMutationVariables = Exact<{
  input: UpdateWebsiteInput;
}>;


export type UpdateWebsiteMutation = { updateWebsite:
    | { __typename: 'UpdateWebsiteSuccess', website: { id: string, url: string, privacy: Privacy, excludeIps: Array<string> | null, hasPassword: boolean | null, timezone: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type DeleteWebsiteMutationVariables = Exact<{
  input: DeleteWebsiteInput;
}>;


export type DeleteWebsiteMutation = { deleteWebsite:
    | { __typename: 'DeleteWebsiteSuccess', website: { domain: string } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type WebsiteQueryVariables = Exact<{
  id?: string | number | null | undefined;
  trackingId?: string | null | undefined;
}>;


export type WebsiteQuery = { website: { id: string, domain: string, email: boolean | null, excludeBots: boolean | null, excludeIps: Array<string> | null, hasPassword: boolean | null } | null };

export type WebsitesQueryVariables = Exact<{
  search?: string | null | undefined;
  sort?: SortOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WebsitesQuery = { websites: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ cursor: string, node: { domain: string } }>, nodes: Array<{ domain: string }> } };

export type NodeQueryVariables = Exact<{
  id: string | number;
}>;


export type NodeQuery = { node:
    | { __typename: 'Annotation', id: string }
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'Segment', id: string }
    | { __typename: 'SharedLink', id: string }
    | { __typename: 'Website', domain: string, id: string }
   | null };

export type ChangeLanguageMutationVariables = Exact<{
  language: Language;
}>;


export type ChangeLanguageMutation = { changeLanguage:
    | { __typename: 'ChangeLanguageSuccess', viewer: { language: Language } }
    | { __typename: 'UserErrors' }
   };

export type NamedQueryVariables = Exact<{
  id: string | number;
  name: PeriodName;
}>;


export type NamedQuery = { website: { today: string, hour: number, recordedSince: string | null, period: { from: string, to: string, previous: { from: string, to: string } | null } } | null };

export type CountedQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
  by?: Interval | null | undefined;
}>;


export type CountedQuery = { website: { pages: { sum: number, nodes: Array<{ value: string, count: number }> }, visitors: { sum: number, nodes: Array<{ value: string, count: number }> }, period: { from: string, to: string, visitors: number, pageviews: number, visits: number, events: number, series: { interval: Interval, points: Array<{ at: string, visitors: number, pageviews: number }> }, stats: { sum: number, nodes: Array<{ value: string, count: number }> }, previous: { from: string, to: string, visitors: number, previous: { from: string } | null } | null } } | null };

export type LogInMutationVariables = Exact<{
  email: string;
  password: string;
}>;


export type LogInMutation = { logIn:
    | { __typename: 'LogInSuccess', viewer: { email: string | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type CreateOwnerMutationVariables = Exact<{
  token: string;
  email: string;
  password: string;
}>;


export type CreateOwnerMutation = { createOwner:
    | { __typename: 'CreateOwnerSuccess', viewer: { email: string | null } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type SnippetsQueryVariables = Exact<{
  id: string | number;
}>;


export type SnippetsQuery = { website: { snippet: string, pixelSnippet: string } | null };

export type LookQueryVariables = Exact<{
  trackingId: string;
}>;


export type LookQuery = { statisticsAccess: StatisticsAccess, website: { domain: string, excludeIps: Array<string> | null, period: { visitors: number, stats: { sum: number } } } | null };

export type UnlockMutationVariables = Exact<{
  trackingId: string;
  password: string;
}>;


export type UnlockMutation = { unlockStatistics:
    | { __typename: 'UnlockStatisticsSuccess', website: { domain: string, period: { visitors: number } } }
    | { __typename: 'UserErrors', errors: Array<{ path: Array<string>, message: string }> }
   };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { email: string | null, apiKeys: Array<{ name: string }> | null } | null };

export type LogOutMutationVariables = Exact<{
  everywhere?: boolean | null | undefined;
}>;


export type LogOutMutation = { logOut: boolean };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  password: string;
}>;


export type ChangePasswordMutation = { changePassword:
    | { __typename: 'ChangePasswordSuccess' }
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

export const LeaveDocument = new TypedDocumentString(`
    mutation Leave {
  logOut(input: {})
}
    `) as unknown as TypedDocumentString<LeaveMutation, LeaveMutationVariables>;
export const OpenDocument = new TypedDocumentString(`
    mutation Open($trackingId: String!, $password: String!) {
  unlockStatistics(input: {trackingId: $trackingId, password: $password}) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<OpenMutation, OpenMutationVariables>;
export const UpdateItDocument = new TypedDocumentString(`
    mutation UpdateIt($id: ID!) {
  updateWebsite(input: {id: $id}) {
    ... on UpdateWebsiteSuccess {
      website {
        domain
        email
        excludeBots
        excludeIps
        hasPassword
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateItMutation, UpdateItMutationVariables>;
export const CreateItDocument = new TypedDocumentString(`
    mutation CreateIt {
  createWebsite(input: {url: "new.example"}) {
    ... on CreateWebsiteSuccess {
      website {
        domain
        email
        excludeBots
        excludeIps
        hasPassword
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateItMutation, CreateItMutationVariables>;
export const AccountOfKeyDocument = new TypedDocumentString(`
    query AccountOfKey {
  viewer {
    email
  }
}
    `) as unknown as TypedDocumentString<AccountOfKeyQuery, AccountOfKeyQueryVariables>;
export const SecurityLogDocument = new TypedDocumentString(`
    query SecurityLog($first: Int) {
  viewer {
    securityLog(first: $first) {
      totalCount
      nodes {
        kind
        actor
        count
        at
        firstAt
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
export const ChangeItDocument = new TypedDocumentString(`
    mutation ChangeIt($current: String!, $password: String!) {
  changePassword(input: {current: $current, password: $password}) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<ChangeItMutation, ChangeItMutationVariables>;
export const KeyDocument = new TypedDocumentString(`
    mutation Key {
  createApiKey(input: {name: "Dashboard"}) {
    ... on CreateApiKeySuccess {
      created {
        apiKey {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<KeyMutation, KeyMutationVariables>;
export const RevokeDocument = new TypedDocumentString(`
    mutation Revoke($id: ID!) {
  revokeApiKey(input: {id: $id}) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<RevokeMutation, RevokeMutationVariables>;
export const TryPageDocument = new TypedDocumentString(`
    mutation TryPage($trackingId: String!) {
  unlockStatistics(input: {trackingId: $trackingId, password: "guess"}) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<TryPageMutation, TryPageMutationVariables>;
export const SessionsDocument = new TypedDocumentString(`
    query Sessions($first: Int, $after: String) {
  viewer {
    sessions(first: $first, after: $after) {
      totalCount
      nodes {
        id
        current
        device
        country
        countryName
        createdAt
        lastSeenAt
        expiresAt
      }
      pageInfo {
        hasNextPage
        endCursor
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
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const CreateKeyDocument = new TypedDocumentString(`
    mutation CreateKey {
  createApiKey(input: {name: "new"}) {
    __typename
    ... on ConfirmationRequired {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CreateKeyMutation, CreateKeyMutationVariables>;
export const ConfirmDocument = new TypedDocumentString(`
    mutation Confirm($password: String!) {
  confirmPassword(input: {password: $password}) {
    __typename
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConfirmMutation, ConfirmMutationVariables>;
export const CountsDocument = new TypedDocumentString(`
    query Counts($id: ID!, $from: Date!, $to: Date!) {
  website(id: $id) {
    page: stats(name: PAGE, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    landing_page: stats(name: LANDING_PAGE, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    referrer: stats(name: REFERRER, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    campaign: stats(name: CAMPAIGN, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    resolution: stats(name: RESOLUTION, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    language: stats(name: LANGUAGE, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    browser: stats(name: BROWSER, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    os: stats(name: OS, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    device: stats(name: DEVICE, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    event: stats(name: EVENT, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    visitors: stats(name: VISITORS, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountsQuery, CountsQueryVariables>;
export const ScopedDocument = new TypedDocumentString(`
    query Scoped($id: ID!) {
  website(id: $id) {
    domain
    email
    excludeIps
    stats(name: PAGE, from: "2026-11-01", to: "2026-11-30") {
      totalCount
    }
    dropped(from: "2026-11-01", to: "2026-11-30") {
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ScopedQuery, ScopedQueryVariables>;
export const OrderedWebsitesDocument = new TypedDocumentString(`
    query OrderedWebsites($orderBy: WebsiteOrder, $search: String, $first: Int, $after: String) {
  websites(orderBy: $orderBy, search: $search, first: $first, after: $after) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<OrderedWebsitesQuery, OrderedWebsitesQueryVariables>;
export const CreateWebsiteDocument = new TypedDocumentString(`
    mutation CreateWebsite($input: CreateWebsiteInput!) {
  createWebsite(input: $input) {
    __typename
    ... on CreateWebsiteSuccess {
      website {
        id
        databaseId
        url
        domain
        privacy
        email
        excludeBots
        excludeIps
        hasPassword
        timezone
        trackingId
        snippet
        createdAt
        updatedAt
      }
    }
    ... on UserErrors {
      message
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateWebsiteMutation, CreateWebsiteMutationVariables>;
export const UpdateWebsiteDocument = new TypedDocumentString(`
    mutation UpdateWebsite($input: UpdateWebsiteInput!) {
  updateWebsite(input: $input) {
    __typename
    ... on UpdateWebsiteSuccess {
      website {
        id
        url
        privacy
        excludeIps
        hasPassword
        timezone
      }
    }
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateWebsiteMutation, UpdateWebsiteMutationVariables>;
export const DeleteWebsiteDocument = new TypedDocumentString(`
    mutation DeleteWebsite($input: DeleteWebsiteInput!) {
  deleteWebsite(input: $input) {
    __typename
    ... on DeleteWebsiteSuccess {
      website {
        domain
      }
    }
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteWebsiteMutation, DeleteWebsiteMutationVariables>;
export const WebsiteDocument = new TypedDocumentString(`
    query Website($id: ID, $trackingId: String) {
  website(id: $id, trackingId: $trackingId) {
    id
    domain
    email
    excludeBots
    excludeIps
    hasPassword
  }
}
    `) as unknown as TypedDocumentString<WebsiteQuery, WebsiteQueryVariables>;
export const WebsitesDocument = new TypedDocumentString(`
    query Websites($search: String, $sort: SortOrder, $first: Int, $after: String) {
  websites(search: $search, sort: $sort, first: $first, after: $after) {
    totalCount
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
    edges {
      cursor
      node {
        domain
      }
    }
    nodes {
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<WebsitesQuery, WebsitesQueryVariables>;
export const NodeDocument = new TypedDocumentString(`
    query Node($id: ID!) {
  node(id: $id) {
    __typename
    id
    ... on Website {
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<NodeQuery, NodeQueryVariables>;
export const ChangeLanguageDocument = new TypedDocumentString(`
    mutation ChangeLanguage($language: Language!) {
  changeLanguage(input: {language: $language}) {
    __typename
    ... on ChangeLanguageSuccess {
      viewer {
        language
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeLanguageMutation, ChangeLanguageMutationVariables>;
export const NamedDocument = new TypedDocumentString(`
    query Named($id: ID!, $name: PeriodName!) {
  website(id: $id) {
    today
    hour
    recordedSince
    period(name: $name) {
      from
      to
      previous {
        from
        to
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NamedQuery, NamedQueryVariables>;
export const CountedDocument = new TypedDocumentString(`
    query Counted($id: ID!, $from: Date!, $to: Date!, $by: Interval) {
  website(id: $id) {
    pages: stats(name: PAGE, from: $from, to: $to) {
      sum
      nodes {
        value
        count
      }
    }
    visitors: stats(name: VISITORS, from: $from, to: $to, first: 100) {
      sum
      nodes {
        value
        count
      }
    }
    period(from: $from, to: $to) {
      from
      to
      visitors
      pageviews
      visits
      events
      series(by: $by) {
        interval
        points {
          at
          visitors
          pageviews
        }
      }
      stats(name: PAGE) {
        sum
        nodes {
          value
          count
        }
      }
      previous {
        from
        to
        visitors
        previous {
          from
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountedQuery, CountedQueryVariables>;
export const LogInDocument = new TypedDocumentString(`
    mutation LogIn($email: String!, $password: String!) {
  logIn(input: {email: $email, password: $password}) {
    __typename
    ... on LogInSuccess {
      viewer {
        email
      }
    }
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LogInMutation, LogInMutationVariables>;
export const CreateOwnerDocument = new TypedDocumentString(`
    mutation CreateOwner($token: String!, $email: String!, $password: String!) {
  createOwner(input: {token: $token, email: $email, password: $password}) {
    __typename
    ... on CreateOwnerSuccess {
      viewer {
        email
      }
    }
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateOwnerMutation, CreateOwnerMutationVariables>;
export const SnippetsDocument = new TypedDocumentString(`
    query Snippets($id: ID!) {
  website(id: $id) {
    snippet
    pixelSnippet
  }
}
    `) as unknown as TypedDocumentString<SnippetsQuery, SnippetsQueryVariables>;
export const LookDocument = new TypedDocumentString(`
    query Look($trackingId: String!) {
  statisticsAccess(trackingId: $trackingId)
  website(trackingId: $trackingId) {
    domain
    excludeIps
    period(name: TODAY) {
      visitors
      stats(name: PAGE) {
        sum
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LookQuery, LookQueryVariables>;
export const UnlockDocument = new TypedDocumentString(`
    mutation Unlock($trackingId: String!, $password: String!) {
  unlockStatistics(input: {trackingId: $trackingId, password: $password}) {
    __typename
    ... on UnlockStatisticsSuccess {
      website {
        domain
        period(name: TODAY) {
          visitors
        }
      }
    }
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UnlockMutation, UnlockMutationVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    email
    apiKeys {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const LogOutDocument = new TypedDocumentString(`
    mutation LogOut($everywhere: Boolean) {
  logOut(input: {everywhere: $everywhere})
}
    `) as unknown as TypedDocumentString<LogOutMutation, LogOutMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($current: String!, $password: String!) {
  changePassword(input: {current: $current, password: $password}) {
    __typename
    ... on UserErrors {
      errors {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;