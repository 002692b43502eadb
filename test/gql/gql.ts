/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "mutation Leave { logOut(input: {}) }": typeof types.LeaveDocument,
    "\n  mutation Open($trackingId: String!, $password: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: $password }) { __typename }\n  }\n": typeof types.OpenDocument,
    "\n  mutation UpdateIt($id: ID!) {\n    updateWebsite(input: { id: $id }) {\n      ... on UpdateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }\n    }\n  }\n": typeof types.UpdateItDocument,
    "\n  mutation CreateIt {\n    createWebsite(input: { url: \"new.example\" }) {\n      ... on CreateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }\n    }\n  }\n": typeof types.CreateItDocument,
    "query AccountOfKey { viewer { email } }": typeof types.AccountOfKeyDocument,
    "\n  query SecurityLog($first: Int) {\n    viewer {\n      securityLog(first: $first) {\n        totalCount\n        nodes { kind actor count at firstAt device apiKeyName country subject detail }\n      }\n    }\n  }\n": typeof types.SecurityLogDocument,
    "\n  mutation ChangeIt($current: String!, $password: String!) {\n    changePassword(input: { current: $current, password: $password }) { __typename }\n  }\n": typeof types.ChangeItDocument,
    "\n  mutation Key {\n    createApiKey(input: { name: \"Dashboard\" }) { ... on CreateApiKeySuccess { created { apiKey { id } } } }\n  }\n": typeof types.KeyDocument,
    "mutation Revoke($id: ID!) { revokeApiKey(input: { id: $id }) { __typename } }": typeof types.RevokeDocument,
    "\n  mutation TryPage($trackingId: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: \"guess\" }) { __typename }\n  }\n": typeof types.TryPageDocument,
    "\n  query Sessions($first: Int, $after: String) {\n    viewer {\n      sessions(first: $first, after: $after) {\n        totalCount\n        nodes { id current device country countryName createdAt lastSeenAt expiresAt }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": typeof types.SessionsDocument,
    "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionSuccess { ended }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": typeof types.EndSessionDocument,
    "\n  mutation CreateKey {\n    createApiKey(input: { name: \"new\" }) { __typename ... on ConfirmationRequired { message } }\n  }\n": typeof types.CreateKeyDocument,
    "\n  mutation Confirm($password: String!) {\n    confirmPassword(input: { password: $password }) {\n      __typename\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": typeof types.ConfirmDocument,
    "\n  query Counts($id: ID!, $from: Date!, $to: Date!) {\n    website(id: $id) {\n      page: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }\n      landing_page: stats(name: LANDING_PAGE, from: $from, to: $to) { sum nodes { value count } }\n      referrer: stats(name: REFERRER, from: $from, to: $to) { sum nodes { value count } }\n      campaign: stats(name: CAMPAIGN, from: $from, to: $to) { sum nodes { value count } }\n      resolution: stats(name: RESOLUTION, from: $from, to: $to) { sum nodes { value count } }\n      language: stats(name: LANGUAGE, from: $from, to: $to) { sum nodes { value count } }\n      browser: stats(name: BROWSER, from: $from, to: $to) { sum nodes { value count } }\n      os: stats(name: OS, from: $from, to: $to) { sum nodes { value count } }\n      device: stats(name: DEVICE, from: $from, to: $to) { sum nodes { value count } }\n      event: stats(name: EVENT, from: $from, to: $to) { sum nodes { value count } }\n      visitors: stats(name: VISITORS, from: $from, to: $to) { sum nodes { value count } }\n    }\n  }\n": typeof types.CountsDocument,
    "\n  query Scoped($id: ID!) {\n    website(id: $id) {\n      domain\n      email\n      excludeIps\n      stats(name: PAGE, from: \"2026-11-01\", to: \"2026-11-30\") {\n        totalCount\n      }\n      dropped(from: \"2026-11-01\", to: \"2026-11-30\") {\n        reason\n      }\n    }\n  }\n": typeof types.ScopedDocument,
    "\n  query OrderedWebsites($orderBy: WebsiteOrder, $search: String, $first: Int, $after: String) {\n    websites(orderBy: $orderBy, search: $search, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        domain\n      }\n    }\n  }\n": typeof types.OrderedWebsitesDocument,
    "\n  mutation CreateWebsite($input: CreateWebsiteInput!) {\n    createWebsite(input: $input) {\n      __typename\n      ... on CreateWebsiteSuccess {\n        website {\n          id\n          databaseId\n          url\n          domain\n          privacy\n          email\n          excludeBots\n          excludeIps\n          hasPassword\n          timezone\n          trackingId\n          snippet\n          createdAt\n          updatedAt\n        }\n      }\n      ... on UserErrors {\n        message\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.CreateWebsiteDocument,
    "\n  mutation UpdateWebsite($input: UpdateWebsiteInput!) {\n    updateWebsite(input: $input) {\n      __typename\n      ... on UpdateWebsiteSuccess {\n        website {\n          id\n          url\n          privacy\n          excludeIps\n          hasPassword\n          timezone\n        }\n      }\n      ... on UserErrors {\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.UpdateWebsiteDocument,
    "\n  mutation DeleteWebsite($input: DeleteWebsiteInput!) {\n    deleteWebsite(input: $input) {\n      __typename\n      ... on DeleteWebsiteSuccess {\n        website {\n          domain\n        }\n      }\n      ... on UserErrors {\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n": typeof types.DeleteWebsiteDocument,
    "\n  query Website($id: ID, $trackingId: String) {\n    website(id: $id, trackingId: $trackingId) {\n      id\n      domain\n      email\n      excludeBots\n      excludeIps\n      hasPassword\n    }\n  }\n": typeof types.WebsiteDocument,
    "\n  query Websites($search: String, $sort: SortOrder, $first: Int, $after: String) {\n    websites(search: $search, sort: $sort, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          domain\n        }\n      }\n      nodes {\n        domain\n      }\n    }\n  }\n": typeof types.WebsitesDocument,
    "\n  query Node($id: ID!) {\n    node(id: $id) {\n      __typename\n      id\n      ... on Website {\n        domain\n      }\n    }\n  }\n": typeof types.NodeDocument,
    "\n  mutation ChangeLanguage($language: Language!) {\n    changeLanguage(input: { language: $language }) {\n      __typename\n      ... on ChangeLanguageSuccess { viewer { language } }\n    }\n  }\n": typeof types.ChangeLanguageDocument,
    "\n  query Named($id: ID!, $name: PeriodName!) {\n    website(id: $id) { today hour recordedSince period(name: $name) { from to previous { from to } } }\n  }\n": typeof types.NamedDocument,
    "\n  query Counted($id: ID!, $from: Date!, $to: Date!, $by: Interval) {\n    website(id: $id) {\n      pages: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }\n      visitors: stats(name: VISITORS, from: $from, to: $to, first: 100) { sum nodes { value count } }\n      period(from: $from, to: $to) {\n        from to visitors pageviews visits events\n        series(by: $by) { interval points { at visitors pageviews } }\n        stats(name: PAGE) { sum nodes { value count } }\n        previous { from to visitors previous { from } }\n      }\n    }\n  }\n": typeof types.CountedDocument,
    "\n  mutation LogIn($email: String!, $password: String!) {\n    logIn(input: { email: $email, password: $password }) {\n      __typename\n      ... on LogInSuccess { viewer { email } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": typeof types.LogInDocument,
    "\n  mutation CreateOwner($token: String!, $email: String!, $password: String!) {\n    createOwner(input: { token: $token, email: $email, password: $password }) {\n      __typename\n      ... on CreateOwnerSuccess { viewer { email } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": typeof types.CreateOwnerDocument,
    "\n  query Snippets($id: ID!) {\n    website(id: $id) {\n      snippet\n      pixelSnippet\n    }\n  }\n": typeof types.SnippetsDocument,
    "\n  query Look($trackingId: String!) {\n    statisticsAccess(trackingId: $trackingId)\n    website(trackingId: $trackingId) {\n      domain\n      excludeIps\n      period(name: TODAY) { visitors stats(name: PAGE) { sum } }\n    }\n  }\n": typeof types.LookDocument,
    "\n  mutation Unlock($trackingId: String!, $password: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: $password }) {\n      __typename\n      ... on UnlockStatisticsSuccess { website { domain period(name: TODAY) { visitors } } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": typeof types.UnlockDocument,
    "query Viewer { viewer { email apiKeys { name } } }": typeof types.ViewerDocument,
    "mutation LogOut($everywhere: Boolean) { logOut(input: { everywhere: $everywhere }) }": typeof types.LogOutDocument,
    "\n  mutation ChangePassword($current: String!, $password: String!) {\n    changePassword(input: { current: $current, password: $password }) {\n      __typename\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": typeof types.ChangePasswordDocument,
};
const documents: Documents = {
    "mutation Leave { logOut(input: {}) }": types.LeaveDocument,
    "\n  mutation Open($trackingId: String!, $password: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: $password }) { __typename }\n  }\n": types.OpenDocument,
    "\n  mutation UpdateIt($id: ID!) {\n    updateWebsite(input: { id: $id }) {\n      ... on UpdateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }\n    }\n  }\n": types.UpdateItDocument,
    "\n  mutation CreateIt {\n    createWebsite(input: { url: \"new.example\" }) {\n      ... on CreateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }\n    }\n  }\n": types.CreateItDocument,
    "query AccountOfKey { viewer { email } }": types.AccountOfKeyDocument,
    "\n  query SecurityLog($first: Int) {\n    viewer {\n      securityLog(first: $first) {\n        totalCount\n        nodes { kind actor count at firstAt device apiKeyName country subject detail }\n      }\n    }\n  }\n": types.SecurityLogDocument,
    "\n  mutation ChangeIt($current: String!, $password: String!) {\n    changePassword(input: { current: $current, password: $password }) { __typename }\n  }\n": types.ChangeItDocument,
    "\n  mutation Key {\n    createApiKey(input: { name: \"Dashboard\" }) { ... on CreateApiKeySuccess { created { apiKey { id } } } }\n  }\n": types.KeyDocument,
    "mutation Revoke($id: ID!) { revokeApiKey(input: { id: $id }) { __typename } }": types.RevokeDocument,
    "\n  mutation TryPage($trackingId: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: \"guess\" }) { __typename }\n  }\n": types.TryPageDocument,
    "\n  query Sessions($first: Int, $after: String) {\n    viewer {\n      sessions(first: $first, after: $after) {\n        totalCount\n        nodes { id current device country countryName createdAt lastSeenAt expiresAt }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n": types.SessionsDocument,
    "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionSuccess { ended }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": types.EndSessionDocument,
    "\n  mutation CreateKey {\n    createApiKey(input: { name: \"new\" }) { __typename ... on ConfirmationRequired { message } }\n  }\n": types.CreateKeyDocument,
    "\n  mutation Confirm($password: String!) {\n    confirmPassword(input: { password: $password }) {\n      __typename\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": types.ConfirmDocument,
    "\n  query Counts($id: ID!, $from: Date!, $to: Date!) {\n    website(id: $id) {\n      page: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }\n      landing_page: stats(name: LANDING_PAGE, from: $from, to: $to) { sum nodes { value count } }\n      referrer: stats(name: REFERRER, from: $from, to: $to) { sum nodes { value count } }\n      campaign: stats(name: CAMPAIGN, from: $from, to: $to) { sum nodes { value count } }\n      resolution: stats(name: RESOLUTION, from: $from, to: $to) { sum nodes { value count } }\n      language: stats(name: LANGUAGE, from: $from, to: $to) { sum nodes { value count } }\n      browser: stats(name: BROWSER, from: $from, to: $to) { sum nodes { value count } }\n      os: stats(name: OS, from: $from, to: $to) { sum nodes { value count } }\n      device: stats(name: DEVICE, from: $from, to: $to) { sum nodes { value count } }\n      event: stats(name: EVENT, from: $from, to: $to) { sum nodes { value count } }\n      visitors: stats(name: VISITORS, from: $from, to: $to) { sum nodes { value count } }\n    }\n  }\n": types.CountsDocument,
    "\n  query Scoped($id: ID!) {\n    website(id: $id) {\n      domain\n      email\n      excludeIps\n      stats(name: PAGE, from: \"2026-11-01\", to: \"2026-11-30\") {\n        totalCount\n      }\n      dropped(from: \"2026-11-01\", to: \"2026-11-30\") {\n        reason\n      }\n    }\n  }\n": types.ScopedDocument,
    "\n  query OrderedWebsites($orderBy: WebsiteOrder, $search: String, $first: Int, $after: String) {\n    websites(orderBy: $orderBy, search: $search, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        domain\n      }\n    }\n  }\n": types.OrderedWebsitesDocument,
    "\n  mutation CreateWebsite($input: CreateWebsiteInput!) {\n    createWebsite(input: $input) {\n      __typename\n      ... on CreateWebsiteSuccess {\n        website {\n          id\n          databaseId\n          url\n          domain\n          privacy\n          email\n          excludeBots\n          excludeIps\n          hasPassword\n          timezone\n          trackingId\n          snippet\n          createdAt\n          updatedAt\n        }\n      }\n      ... on UserErrors {\n        message\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.CreateWebsiteDocument,
    "\n  mutation UpdateWebsite($input: UpdateWebsiteInput!) {\n    updateWebsite(input: $input) {\n      __typename\n      ... on UpdateWebsiteSuccess {\n        website {\n          id\n          url\n          privacy\n          excludeIps\n          hasPassword\n          timezone\n        }\n      }\n      ... on UserErrors {\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.UpdateWebsiteDocument,
    "\n  mutation DeleteWebsite($input: DeleteWebsiteInput!) {\n    deleteWebsite(input: $input) {\n      __typename\n      ... on DeleteWebsiteSuccess {\n        website {\n          domain\n        }\n      }\n      ... on UserErrors {\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n": types.DeleteWebsiteDocument,
    "\n  query Website($id: ID, $trackingId: String) {\n    website(id: $id, trackingId: $trackingId) {\n      id\n      domain\n      email\n      excludeBots\n      excludeIps\n      hasPassword\n    }\n  }\n": types.WebsiteDocument,
    "\n  query Websites($search: String, $sort: SortOrder, $first: Int, $after: String) {\n    websites(search: $search, sort: $sort, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          domain\n        }\n      }\n      nodes {\n        domain\n      }\n    }\n  }\n": types.WebsitesDocument,
    "\n  query Node($id: ID!) {\n    node(id: $id) {\n      __typename\n      id\n      ... on Website {\n        domain\n      }\n    }\n  }\n": types.NodeDocument,
    "\n  mutation ChangeLanguage($language: Language!) {\n    changeLanguage(input: { language: $language }) {\n      __typename\n      ... on ChangeLanguageSuccess { viewer { language } }\n    }\n  }\n": types.ChangeLanguageDocument,
    "\n  query Named($id: ID!, $name: PeriodName!) {\n    website(id: $id) { today hour recordedSince period(name: $name) { from to previous { from to } } }\n  }\n": types.NamedDocument,
    "\n  query Counted($id: ID!, $from: Date!, $to: Date!, $by: Interval) {\n    website(id: $id) {\n      pages: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }\n      visitors: stats(name: VISITORS, from: $from, to: $to, first: 100) { sum nodes { value count } }\n      period(from: $from, to: $to) {\n        from to visitors pageviews visits events\n        series(by: $by) { interval points { at visitors pageviews } }\n        stats(name: PAGE) { sum nodes { value count } }\n        previous { from to visitors previous { from } }\n      }\n    }\n  }\n": types.CountedDocument,
    "\n  mutation LogIn($email: String!, $password: String!) {\n    logIn(input: { email: $email, password: $password }) {\n      __typename\n      ... on LogInSuccess { viewer { email } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": types.LogInDocument,
    "\n  mutation CreateOwner($token: String!, $email: String!, $password: String!) {\n    createOwner(input: { token: $token, email: $email, password: $password }) {\n      __typename\n      ... on CreateOwnerSuccess { viewer { email } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": types.CreateOwnerDocument,
    "\n  query Snippets($id: ID!) {\n    website(id: $id) {\n      snippet\n      pixelSnippet\n    }\n  }\n": types.SnippetsDocument,
    "\n  query Look($trackingId: String!) {\n    statisticsAccess(trackingId: $trackingId)\n    website(trackingId: $trackingId) {\n      domain\n      excludeIps\n      period(name: TODAY) { visitors stats(name: PAGE) { sum } }\n    }\n  }\n": types.LookDocument,
    "\n  mutation Unlock($trackingId: String!, $password: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: $password }) {\n      __typename\n      ... on UnlockStatisticsSuccess { website { domain period(name: TODAY) { visitors } } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": types.UnlockDocument,
    "query Viewer { viewer { email apiKeys { name } } }": types.ViewerDocument,
    "mutation LogOut($everywhere: Boolean) { logOut(input: { everywhere: $everywhere }) }": types.LogOutDocument,
    "\n  mutation ChangePassword($current: String!, $password: String!) {\n    changePassword(input: { current: $current, password: $password }) {\n      __typename\n      ... on UserErrors { errors { path message } }\n    }\n  }\n": types.ChangePasswordDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Leave { logOut(input: {}) }"): typeof import('./graphql.ts').LeaveDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Open($trackingId: String!, $password: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: $password }) { __typename }\n  }\n"): typeof import('./graphql.ts').OpenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateIt($id: ID!) {\n    updateWebsite(input: { id: $id }) {\n      ... on UpdateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }\n    }\n  }\n"): typeof import('./graphql.ts').UpdateItDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateIt {\n    createWebsite(input: { url: \"new.example\" }) {\n      ... on CreateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }\n    }\n  }\n"): typeof import('./graphql.ts').CreateItDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AccountOfKey { viewer { email } }"): typeof import('./graphql.ts').AccountOfKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SecurityLog($first: Int) {\n    viewer {\n      securityLog(first: $first) {\n        totalCount\n        nodes { kind actor count at firstAt device apiKeyName country subject detail }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SecurityLogDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeIt($current: String!, $password: String!) {\n    changePassword(input: { current: $current, password: $password }) { __typename }\n  }\n"): typeof import('./graphql.ts').ChangeItDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Key {\n    createApiKey(input: { name: \"Dashboard\" }) { ... on CreateApiKeySuccess { created { apiKey { id } } } }\n  }\n"): typeof import('./graphql.ts').KeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Revoke($id: ID!) { revokeApiKey(input: { id: $id }) { __typename } }"): typeof import('./graphql.ts').RevokeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TryPage($trackingId: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: \"guess\" }) { __typename }\n  }\n"): typeof import('./graphql.ts').TryPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Sessions($first: Int, $after: String) {\n    viewer {\n      sessions(first: $first, after: $after) {\n        totalCount\n        nodes { id current device country countryName createdAt lastSeenAt expiresAt }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SessionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionSuccess { ended }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n"): typeof import('./graphql.ts').EndSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateKey {\n    createApiKey(input: { name: \"new\" }) { __typename ... on ConfirmationRequired { message } }\n  }\n"): typeof import('./graphql.ts').CreateKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Confirm($password: String!) {\n    confirmPassword(input: { password: $password }) {\n      __typename\n      ... on UserErrors { errors { path message } }\n    }\n  }\n"): typeof import('./graphql.ts').ConfirmDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Counts($id: ID!, $from: Date!, $to: Date!) {\n    website(id: $id) {\n      page: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }\n      landing_page: stats(name: LANDING_PAGE, from: $from, to: $to) { sum nodes { value count } }\n      referrer: stats(name: REFERRER, from: $from, to: $to) { sum nodes { value count } }\n      campaign: stats(name: CAMPAIGN, from: $from, to: $to) { sum nodes { value count } }\n      resolution: stats(name: RESOLUTION, from: $from, to: $to) { sum nodes { value count } }\n      language: stats(name: LANGUAGE, from: $from, to: $to) { sum nodes { value count } }\n      browser: stats(name: BROWSER, from: $from, to: $to) { sum nodes { value count } }\n      os: stats(name: OS, from: $from, to: $to) { sum nodes { value count } }\n      device: stats(name: DEVICE, from: $from, to: $to) { sum nodes { value count } }\n      event: stats(name: EVENT, from: $from, to: $to) { sum nodes { value count } }\n      visitors: stats(name: VISITORS, from: $from, to: $to) { sum nodes { value count } }\n    }\n  }\n"): typeof import('./graphql.ts').CountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Scoped($id: ID!) {\n    website(id: $id) {\n      domain\n      email\n      excludeIps\n      stats(name: PAGE, from: \"2026-11-01\", to: \"2026-11-30\") {\n        totalCount\n      }\n      dropped(from: \"2026-11-01\", to: \"2026-11-30\") {\n        reason\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ScopedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrderedWebsites($orderBy: WebsiteOrder, $search: String, $first: Int, $after: String) {\n    websites(orderBy: $orderBy, search: $search, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        domain\n      }\n    }\n  }\n"): typeof import('./graphql.ts').OrderedWebsitesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateWebsite($input: CreateWebsiteInput!) {\n    createWebsite(input: $input) {\n      __typename\n      ... on CreateWebsiteSuccess {\n        website {\n          id\n          databaseId\n          url\n          domain\n          privacy\n          email\n          excludeBots\n          excludeIps\n          hasPassword\n          timezone\n          trackingId\n          snippet\n          createdAt\n          updatedAt\n        }\n      }\n      ... on UserErrors {\n        message\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CreateWebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateWebsite($input: UpdateWebsiteInput!) {\n    updateWebsite(input: $input) {\n      __typename\n      ... on UpdateWebsiteSuccess {\n        website {\n          id\n          url\n          privacy\n          excludeIps\n          hasPassword\n          timezone\n        }\n      }\n      ... on UserErrors {\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').UpdateWebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteWebsite($input: DeleteWebsiteInput!) {\n    deleteWebsite(input: $input) {\n      __typename\n      ... on DeleteWebsiteSuccess {\n        website {\n          domain\n        }\n      }\n      ... on UserErrors {\n        errors {\n          path\n          message\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').DeleteWebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Website($id: ID, $trackingId: String) {\n    website(id: $id, trackingId: $trackingId) {\n      id\n      domain\n      email\n      excludeBots\n      excludeIps\n      hasPassword\n    }\n  }\n"): typeof import('./graphql.ts').WebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Websites($search: String, $sort: SortOrder, $first: Int, $after: String) {\n    websites(search: $search, sort: $sort, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          domain\n        }\n      }\n      nodes {\n        domain\n      }\n    }\n  }\n"): typeof import('./graphql.ts').WebsitesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Node($id: ID!) {\n    node(id: $id) {\n      __typename\n      id\n      ... on Website {\n        domain\n      }\n    }\n  }\n"): typeof import('./graphql.ts').NodeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeLanguage($language: Language!) {\n    changeLanguage(input: { language: $language }) {\n      __typename\n      ... on ChangeLanguageSuccess { viewer { language } }\n    }\n  }\n"): typeof import('./graphql.ts').ChangeLanguageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Named($id: ID!, $name: PeriodName!) {\n    website(id: $id) { today hour recordedSince period(name: $name) { from to previous { from to } } }\n  }\n"): typeof import('./graphql.ts').NamedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Counted($id: ID!, $from: Date!, $to: Date!, $by: Interval) {\n    website(id: $id) {\n      pages: stats(name: PAGE, from: $from, to: $to) { sum nodes { value count } }\n      visitors: stats(name: VISITORS, from: $from, to: $to, first: 100) { sum nodes { value count } }\n      period(from: $from, to: $to) {\n        from to visitors pageviews visits events\n        series(by: $by) { interval points { at visitors pageviews } }\n        stats(name: PAGE) { sum nodes { value count } }\n        previous { from to visitors previous { from } }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').CountedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LogIn($email: String!, $password: String!) {\n    logIn(input: { email: $email, password: $password }) {\n      __typename\n      ... on LogInSuccess { viewer { email } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n"): typeof import('./graphql.ts').LogInDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateOwner($token: String!, $email: String!, $password: String!) {\n    createOwner(input: { token: $token, email: $email, password: $password }) {\n      __typename\n      ... on CreateOwnerSuccess { viewer { email } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n"): typeof import('./graphql.ts').CreateOwnerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Snippets($id: ID!) {\n    website(id: $id) {\n      snippet\n      pixelSnippet\n    }\n  }\n"): typeof import('./graphql.ts').SnippetsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Look($trackingId: String!) {\n    statisticsAccess(trackingId: $trackingId)\n    website(trackingId: $trackingId) {\n      domain\n      excludeIps\n      period(name: TODAY) { visitors stats(name: PAGE) { sum } }\n    }\n  }\n"): typeof import('./graphql.ts').LookDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Unlock($trackingId: String!, $password: String!) {\n    unlockStatistics(input: { trackingId: $trackingId, password: $password }) {\n      __typename\n      ... on UnlockStatisticsSuccess { website { domain period(name: TODAY) { visitors } } }\n      ... on UserErrors { errors { path message } }\n    }\n  }\n"): typeof import('./graphql.ts').UnlockDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Viewer { viewer { email apiKeys { name } } }"): typeof import('./graphql.ts').ViewerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation LogOut($everywhere: Boolean) { logOut(input: { everywhere: $everywhere }) }"): typeof import('./graphql.ts').LogOutDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangePassword($current: String!, $password: String!) {\n    changePassword(input: { current: $current, password: $password }) {\n      __typename\n      ... on UserErrors { errors { path message } }\n    }\n  }\n"): typeof import('./graphql.ts').ChangePasswordDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
