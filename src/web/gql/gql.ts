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
    "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      __typename\n      ... on ChangePasswordSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.ChangePasswordDocument,
    "\n  query SecurityLog($first: Int!, $after: String) {\n    viewer {\n      email\n      securityLog(first: $first, after: $after) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          kind\n          at\n          count\n          actor\n          device\n          apiKeyName\n          countryName\n          subject\n          detail\n        }\n      }\n    }\n  }\n": typeof types.SecurityLogDocument,
    "\n  query Sessions($first: Int!) {\n    viewer {\n      email\n      sessions(first: $first) {\n        totalCount\n        nodes {\n          id\n          current\n          device\n          countryName\n          createdAt\n          lastSeenAt\n        }\n      }\n    }\n  }\n": typeof types.SessionsDocument,
    "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionSuccess {\n        ended\n      }\n      ...Refused\n    }\n  }\n": typeof types.EndSessionDocument,
    "\n  mutation LogIn($input: LogInInput!) {\n    logIn(input: $input) {\n      __typename\n      ... on LogInSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.LogInDocument,
    "\n  query NeedsOwner {\n    needsOwner\n  }\n": typeof types.NeedsOwnerDocument,
    "\n  mutation CreateOwner($input: CreateOwnerInput!) {\n    createOwner(input: $input) {\n      __typename\n      ... on CreateOwnerSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.CreateOwnerDocument,
    "\n  query CanCreateOwner($token: String!) {\n    canCreateOwner(token: $token)\n  }\n": typeof types.CanCreateOwnerDocument,
    "\n  query ReportSubscription($token: String!) {\n    reportSubscription(token: $token) {\n      domain\n      active\n    }\n  }\n": typeof types.ReportSubscriptionDocument,
    "\n  mutation UnsubscribeFromReports($input: UnsubscribeFromReportsInput!) {\n    unsubscribeFromReports(input: $input) {\n      __typename\n      ... on UnsubscribeFromReportsSuccess {\n        subscription {\n          domain\n          active\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.UnsubscribeFromReportsDocument,
    "\n  mutation ConfirmPassword($input: ConfirmPasswordInput!) {\n    confirmPassword(input: $input) {\n      __typename\n      ... on ConfirmPasswordSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.ConfirmPasswordDocument,
    "\n  mutation CreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on CreateApiKeySuccess {\n        created {\n          key\n          apiKey {\n            id\n            name\n            scopes\n            website {\n              id\n              databaseId\n            }\n          }\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.CreateApiKeyDocument,
    "\n  mutation RevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on RevokeApiKeySuccess {\n        apiKey {\n          id\n          revokedAt\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.RevokeApiKeyDocument,
    "\n  query ApiKeys {\n    viewer {\n      email\n      apiKeys {\n        id\n        name\n        scopes\n        website {\n          id\n          domain\n        }\n        createdAt\n        expiresAt\n        lastUsedAt\n        revokedAt\n      }\n    }\n    websites(first: 100) {\n      nodes {\n        id\n        databaseId\n        domain\n      }\n    }\n  }\n": typeof types.ApiKeysDocument,
    "\n  mutation LogOut($input: LogOutInput!) {\n    logOut(input: $input)\n  }\n": typeof types.LogOutDocument,
    "\n  query Viewer {\n    viewer {\n      email\n    }\n  }\n": typeof types.ViewerDocument,
    "\n  mutation DeleteWebsite($input: DeleteWebsiteInput!) {\n    deleteWebsite(input: $input) {\n      __typename\n      ... on DeleteWebsiteSuccess {\n        website {\n          id\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.DeleteWebsiteDocument,
    "\n  mutation SendReport($input: SendReportInput!) {\n    sendReport(input: $input) {\n      __typename\n      ... on SendReportSuccess {\n        sent {\n          period\n          to\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.SendReportDocument,
    "\n  mutation UpdateWebsite($input: UpdateWebsiteInput!) {\n    updateWebsite(input: $input) {\n      __typename\n      ... on UpdateWebsiteSuccess {\n        website {\n          id\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.UpdateWebsiteDocument,
    "\n  query Arrivals($id: ID!, $from: Date!, $to: Date!) {\n    website(id: $id) {\n      id\n      recordedSince\n      dropped(from: $from, to: $to) {\n        reason\n        count\n      }\n    }\n  }\n": typeof types.ArrivalsDocument,
    "\n  query Website($id: ID!) {\n    clientAddress\n    sendsReports\n    viewer {\n      email\n    }\n    website(id: $id) {\n      id\n      databaseId\n      url\n      domain\n      trackingId\n      snippet\n      pixelSnippet\n      timezone\n      privacy\n      hasPassword\n      hideBelow\n      email\n      emailEvery\n      reports {\n        period\n        state\n        attempts\n        error\n        nextAttemptAt\n        sentAt\n      }\n      excludeBots\n      excludeIps\n      dailyLimit\n      trimSlash\n      recordedSince\n      createdAt\n      period(name: LAST_30_DAYS) {\n        from\n        to\n      }\n    }\n  }\n": typeof types.WebsiteDocument,
    "\n  mutation CreateWebsite($input: CreateWebsiteInput!) {\n    createWebsite(input: $input) {\n      __typename\n      ... on CreateWebsiteSuccess {\n        website {\n          id\n          databaseId\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.CreateWebsiteDocument,
    "\n  query Websites($search: String, $after: String) {\n    websites(search: $search, after: $after, first: 20) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        id\n        databaseId\n        domain\n        url\n        trackingId\n        privacy\n        recordedSince\n        period(name: LAST_30_DAYS) {\n          visitors\n          pageviews\n          previous {\n            visitors\n            pageviews\n          }\n          series {\n            points {\n              at\n              visitors\n            }\n          }\n        }\n      }\n    }\n  }\n": typeof types.WebsitesDocument,
    "\n  fragment Refused on UserErrors {\n    errors {\n      path\n      message\n    }\n  }\n": typeof types.RefusedFragmentDoc,
    "\n  query StatisticsPage(\n    $trackingId: String!\n    $name: PeriodName\n    $from: Date\n    $to: Date\n    $filter: FilterInput\n    $by: Interval\n    $allMetrics: Boolean = false\n  ) {\n    statisticsAccess(trackingId: $trackingId)\n    viewer {\n      email\n    }\n    website(trackingId: $trackingId) {\n      id\n      databaseId\n      domain\n      url\n      timezone\n      today\n      hour\n      hideBelow\n      recordedSince\n      period(name: $name, from: $from, to: $to, filter: $filter) {\n        ...Counted\n        previous {\n          ...Counted\n        }\n        PAGE: stats(name: PAGE, first: 10) {\n          ...Rows\n        }\n        LANDING_PAGE: stats(name: LANDING_PAGE, first: 10) {\n          ...Rows\n        }\n        REFERRER: stats(name: REFERRER, first: 10) {\n          ...Rows\n        }\n        CAMPAIGN: stats(name: CAMPAIGN, first: 10) {\n          ...Rows\n        }\n        EXIT_PAGE: stats(name: EXIT_PAGE, first: 10) {\n          ...Rows\n        }\n        SOURCE: stats(name: SOURCE, first: 10) {\n          ...Rows\n        }\n        CHANNEL: stats(name: CHANNEL, first: 10) {\n          ...Rows\n        }\n        UTM_SOURCE: stats(name: UTM_SOURCE, first: 10) {\n          ...Rows\n        }\n        UTM_MEDIUM: stats(name: UTM_MEDIUM, first: 10) {\n          ...Rows\n        }\n        UTM_TERM: stats(name: UTM_TERM, first: 10) {\n          ...Rows\n        }\n        UTM_CONTENT: stats(name: UTM_CONTENT, first: 10) {\n          ...Rows\n        }\n        COUNTRY: stats(name: COUNTRY, first: 100) {\n          ...Rows\n        }\n        CITY: stats(name: CITY, first: 10) {\n          ...Rows\n        }\n        CONTINENT: stats(name: CONTINENT, first: 10) {\n          ...Rows\n        }\n        LANGUAGE: stats(name: LANGUAGE, first: 10) {\n          ...Rows\n        }\n        BROWSER: stats(name: BROWSER, first: 10) {\n          ...Rows\n        }\n        OS: stats(name: OS, first: 10) {\n          ...Rows\n        }\n        DEVICE: stats(name: DEVICE, first: 10) {\n          ...Rows\n        }\n        RESOLUTION: stats(name: RESOLUTION, first: 10) {\n          ...Rows\n        }\n        EVENT: stats(name: EVENT, first: 10) {\n          ...Rows\n        }\n      }\n    }\n  }\n\n  fragment Counted on Period {\n    from\n    to\n    visitors\n    visits\n    pageviews\n    viewsPerVisit\n    bounceRate\n    visitDuration\n    events\n    series(by: $by) {\n      interval\n      points {\n        at\n        visitors\n        pageviews\n        ... @include(if: $allMetrics) {\n          visits\n          viewsPerVisit\n          bounceRate\n          visitDuration\n          events\n        }\n      }\n    }\n  }\n\n  fragment Rows on StatConnection {\n    totalCount\n    sum\n    nodes {\n      value\n      label\n      count\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n": typeof types.StatisticsPageDocument,
    "\n  query StatisticsRows(\n    $trackingId: String!\n    $from: Date!\n    $to: Date!\n    $name: StatName!\n    $search: String\n    $sort: StatSort\n    $after: String\n    $filter: FilterInput\n  ) {\n    website(trackingId: $trackingId) {\n      id\n      period(from: $from, to: $to, filter: $filter) {\n        stats(name: $name, search: $search, sort: $sort, first: 100, after: $after) {\n          ...Rows\n        }\n      }\n    }\n  }\n": typeof types.StatisticsRowsDocument,
    "\n  mutation UnlockStatistics($input: UnlockStatisticsInput!) {\n    unlockStatistics(input: $input) {\n      __typename\n      ...Refused\n    }\n  }\n": typeof types.UnlockStatisticsDocument,
    "\n  query StatisticsSegments($trackingId: String!) {\n    website(trackingId: $trackingId) {\n      id\n      segments {\n        id\n        name\n        filter\n      }\n    }\n  }\n": typeof types.StatisticsSegmentsDocument,
    "\n  mutation SaveSegment($input: CreateSegmentInput!) {\n    createSegment(input: $input) {\n      __typename\n      ... on CreateSegmentSuccess {\n        segment {\n          id\n          name\n        }\n      }\n      ...Refused\n    }\n  }\n": typeof types.SaveSegmentDocument,
    "\n  mutation DeleteSegment($input: DeleteSegmentInput!) {\n    deleteSegment(input: $input) {\n      __typename\n      ...Refused\n    }\n  }\n": typeof types.DeleteSegmentDocument,
};
const documents: Documents = {
    "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      __typename\n      ... on ChangePasswordSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": types.ChangePasswordDocument,
    "\n  query SecurityLog($first: Int!, $after: String) {\n    viewer {\n      email\n      securityLog(first: $first, after: $after) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          kind\n          at\n          count\n          actor\n          device\n          apiKeyName\n          countryName\n          subject\n          detail\n        }\n      }\n    }\n  }\n": types.SecurityLogDocument,
    "\n  query Sessions($first: Int!) {\n    viewer {\n      email\n      sessions(first: $first) {\n        totalCount\n        nodes {\n          id\n          current\n          device\n          countryName\n          createdAt\n          lastSeenAt\n        }\n      }\n    }\n  }\n": types.SessionsDocument,
    "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionSuccess {\n        ended\n      }\n      ...Refused\n    }\n  }\n": types.EndSessionDocument,
    "\n  mutation LogIn($input: LogInInput!) {\n    logIn(input: $input) {\n      __typename\n      ... on LogInSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": types.LogInDocument,
    "\n  query NeedsOwner {\n    needsOwner\n  }\n": types.NeedsOwnerDocument,
    "\n  mutation CreateOwner($input: CreateOwnerInput!) {\n    createOwner(input: $input) {\n      __typename\n      ... on CreateOwnerSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": types.CreateOwnerDocument,
    "\n  query CanCreateOwner($token: String!) {\n    canCreateOwner(token: $token)\n  }\n": types.CanCreateOwnerDocument,
    "\n  query ReportSubscription($token: String!) {\n    reportSubscription(token: $token) {\n      domain\n      active\n    }\n  }\n": types.ReportSubscriptionDocument,
    "\n  mutation UnsubscribeFromReports($input: UnsubscribeFromReportsInput!) {\n    unsubscribeFromReports(input: $input) {\n      __typename\n      ... on UnsubscribeFromReportsSuccess {\n        subscription {\n          domain\n          active\n        }\n      }\n      ...Refused\n    }\n  }\n": types.UnsubscribeFromReportsDocument,
    "\n  mutation ConfirmPassword($input: ConfirmPasswordInput!) {\n    confirmPassword(input: $input) {\n      __typename\n      ... on ConfirmPasswordSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n": types.ConfirmPasswordDocument,
    "\n  mutation CreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on CreateApiKeySuccess {\n        created {\n          key\n          apiKey {\n            id\n            name\n            scopes\n            website {\n              id\n              databaseId\n            }\n          }\n        }\n      }\n      ...Refused\n    }\n  }\n": types.CreateApiKeyDocument,
    "\n  mutation RevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on RevokeApiKeySuccess {\n        apiKey {\n          id\n          revokedAt\n        }\n      }\n      ...Refused\n    }\n  }\n": types.RevokeApiKeyDocument,
    "\n  query ApiKeys {\n    viewer {\n      email\n      apiKeys {\n        id\n        name\n        scopes\n        website {\n          id\n          domain\n        }\n        createdAt\n        expiresAt\n        lastUsedAt\n        revokedAt\n      }\n    }\n    websites(first: 100) {\n      nodes {\n        id\n        databaseId\n        domain\n      }\n    }\n  }\n": types.ApiKeysDocument,
    "\n  mutation LogOut($input: LogOutInput!) {\n    logOut(input: $input)\n  }\n": types.LogOutDocument,
    "\n  query Viewer {\n    viewer {\n      email\n    }\n  }\n": types.ViewerDocument,
    "\n  mutation DeleteWebsite($input: DeleteWebsiteInput!) {\n    deleteWebsite(input: $input) {\n      __typename\n      ... on DeleteWebsiteSuccess {\n        website {\n          id\n        }\n      }\n      ...Refused\n    }\n  }\n": types.DeleteWebsiteDocument,
    "\n  mutation SendReport($input: SendReportInput!) {\n    sendReport(input: $input) {\n      __typename\n      ... on SendReportSuccess {\n        sent {\n          period\n          to\n        }\n      }\n      ...Refused\n    }\n  }\n": types.SendReportDocument,
    "\n  mutation UpdateWebsite($input: UpdateWebsiteInput!) {\n    updateWebsite(input: $input) {\n      __typename\n      ... on UpdateWebsiteSuccess {\n        website {\n          id\n        }\n      }\n      ...Refused\n    }\n  }\n": types.UpdateWebsiteDocument,
    "\n  query Arrivals($id: ID!, $from: Date!, $to: Date!) {\n    website(id: $id) {\n      id\n      recordedSince\n      dropped(from: $from, to: $to) {\n        reason\n        count\n      }\n    }\n  }\n": types.ArrivalsDocument,
    "\n  query Website($id: ID!) {\n    clientAddress\n    sendsReports\n    viewer {\n      email\n    }\n    website(id: $id) {\n      id\n      databaseId\n      url\n      domain\n      trackingId\n      snippet\n      pixelSnippet\n      timezone\n      privacy\n      hasPassword\n      hideBelow\n      email\n      emailEvery\n      reports {\n        period\n        state\n        attempts\n        error\n        nextAttemptAt\n        sentAt\n      }\n      excludeBots\n      excludeIps\n      dailyLimit\n      trimSlash\n      recordedSince\n      createdAt\n      period(name: LAST_30_DAYS) {\n        from\n        to\n      }\n    }\n  }\n": types.WebsiteDocument,
    "\n  mutation CreateWebsite($input: CreateWebsiteInput!) {\n    createWebsite(input: $input) {\n      __typename\n      ... on CreateWebsiteSuccess {\n        website {\n          id\n          databaseId\n        }\n      }\n      ...Refused\n    }\n  }\n": types.CreateWebsiteDocument,
    "\n  query Websites($search: String, $after: String) {\n    websites(search: $search, after: $after, first: 20) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        id\n        databaseId\n        domain\n        url\n        trackingId\n        privacy\n        recordedSince\n        period(name: LAST_30_DAYS) {\n          visitors\n          pageviews\n          previous {\n            visitors\n            pageviews\n          }\n          series {\n            points {\n              at\n              visitors\n            }\n          }\n        }\n      }\n    }\n  }\n": types.WebsitesDocument,
    "\n  fragment Refused on UserErrors {\n    errors {\n      path\n      message\n    }\n  }\n": types.RefusedFragmentDoc,
    "\n  query StatisticsPage(\n    $trackingId: String!\n    $name: PeriodName\n    $from: Date\n    $to: Date\n    $filter: FilterInput\n    $by: Interval\n    $allMetrics: Boolean = false\n  ) {\n    statisticsAccess(trackingId: $trackingId)\n    viewer {\n      email\n    }\n    website(trackingId: $trackingId) {\n      id\n      databaseId\n      domain\n      url\n      timezone\n      today\n      hour\n      hideBelow\n      recordedSince\n      period(name: $name, from: $from, to: $to, filter: $filter) {\n        ...Counted\n        previous {\n          ...Counted\n        }\n        PAGE: stats(name: PAGE, first: 10) {\n          ...Rows\n        }\n        LANDING_PAGE: stats(name: LANDING_PAGE, first: 10) {\n          ...Rows\n        }\n        REFERRER: stats(name: REFERRER, first: 10) {\n          ...Rows\n        }\n        CAMPAIGN: stats(name: CAMPAIGN, first: 10) {\n          ...Rows\n        }\n        EXIT_PAGE: stats(name: EXIT_PAGE, first: 10) {\n          ...Rows\n        }\n        SOURCE: stats(name: SOURCE, first: 10) {\n          ...Rows\n        }\n        CHANNEL: stats(name: CHANNEL, first: 10) {\n          ...Rows\n        }\n        UTM_SOURCE: stats(name: UTM_SOURCE, first: 10) {\n          ...Rows\n        }\n        UTM_MEDIUM: stats(name: UTM_MEDIUM, first: 10) {\n          ...Rows\n        }\n        UTM_TERM: stats(name: UTM_TERM, first: 10) {\n          ...Rows\n        }\n        UTM_CONTENT: stats(name: UTM_CONTENT, first: 10) {\n          ...Rows\n        }\n        COUNTRY: stats(name: COUNTRY, first: 100) {\n          ...Rows\n        }\n        CITY: stats(name: CITY, first: 10) {\n          ...Rows\n        }\n        CONTINENT: stats(name: CONTINENT, first: 10) {\n          ...Rows\n        }\n        LANGUAGE: stats(name: LANGUAGE, first: 10) {\n          ...Rows\n        }\n        BROWSER: stats(name: BROWSER, first: 10) {\n          ...Rows\n        }\n        OS: stats(name: OS, first: 10) {\n          ...Rows\n        }\n        DEVICE: stats(name: DEVICE, first: 10) {\n          ...Rows\n        }\n        RESOLUTION: stats(name: RESOLUTION, first: 10) {\n          ...Rows\n        }\n        EVENT: stats(name: EVENT, first: 10) {\n          ...Rows\n        }\n      }\n    }\n  }\n\n  fragment Counted on Period {\n    from\n    to\n    visitors\n    visits\n    pageviews\n    viewsPerVisit\n    bounceRate\n    visitDuration\n    events\n    series(by: $by) {\n      interval\n      points {\n        at\n        visitors\n        pageviews\n        ... @include(if: $allMetrics) {\n          visits\n          viewsPerVisit\n          bounceRate\n          visitDuration\n          events\n        }\n      }\n    }\n  }\n\n  fragment Rows on StatConnection {\n    totalCount\n    sum\n    nodes {\n      value\n      label\n      count\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n": types.StatisticsPageDocument,
    "\n  query StatisticsRows(\n    $trackingId: String!\n    $from: Date!\n    $to: Date!\n    $name: StatName!\n    $search: String\n    $sort: StatSort\n    $after: String\n    $filter: FilterInput\n  ) {\n    website(trackingId: $trackingId) {\n      id\n      period(from: $from, to: $to, filter: $filter) {\n        stats(name: $name, search: $search, sort: $sort, first: 100, after: $after) {\n          ...Rows\n        }\n      }\n    }\n  }\n": types.StatisticsRowsDocument,
    "\n  mutation UnlockStatistics($input: UnlockStatisticsInput!) {\n    unlockStatistics(input: $input) {\n      __typename\n      ...Refused\n    }\n  }\n": types.UnlockStatisticsDocument,
    "\n  query StatisticsSegments($trackingId: String!) {\n    website(trackingId: $trackingId) {\n      id\n      segments {\n        id\n        name\n        filter\n      }\n    }\n  }\n": types.StatisticsSegmentsDocument,
    "\n  mutation SaveSegment($input: CreateSegmentInput!) {\n    createSegment(input: $input) {\n      __typename\n      ... on CreateSegmentSuccess {\n        segment {\n          id\n          name\n        }\n      }\n      ...Refused\n    }\n  }\n": types.SaveSegmentDocument,
    "\n  mutation DeleteSegment($input: DeleteSegmentInput!) {\n    deleteSegment(input: $input) {\n      __typename\n      ...Refused\n    }\n  }\n": types.DeleteSegmentDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangePassword($input: ChangePasswordInput!) {\n    changePassword(input: $input) {\n      __typename\n      ... on ChangePasswordSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').ChangePasswordDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SecurityLog($first: Int!, $after: String) {\n    viewer {\n      email\n      securityLog(first: $first, after: $after) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          kind\n          at\n          count\n          actor\n          device\n          apiKeyName\n          countryName\n          subject\n          detail\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SecurityLogDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Sessions($first: Int!) {\n    viewer {\n      email\n      sessions(first: $first) {\n        totalCount\n        nodes {\n          id\n          current\n          device\n          countryName\n          createdAt\n          lastSeenAt\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').SessionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EndSession($input: EndSessionInput!) {\n    endSession(input: $input) {\n      __typename\n      ... on EndSessionSuccess {\n        ended\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').EndSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LogIn($input: LogInInput!) {\n    logIn(input: $input) {\n      __typename\n      ... on LogInSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').LogInDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NeedsOwner {\n    needsOwner\n  }\n"): typeof import('./graphql.ts').NeedsOwnerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateOwner($input: CreateOwnerInput!) {\n    createOwner(input: $input) {\n      __typename\n      ... on CreateOwnerSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').CreateOwnerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CanCreateOwner($token: String!) {\n    canCreateOwner(token: $token)\n  }\n"): typeof import('./graphql.ts').CanCreateOwnerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReportSubscription($token: String!) {\n    reportSubscription(token: $token) {\n      domain\n      active\n    }\n  }\n"): typeof import('./graphql.ts').ReportSubscriptionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnsubscribeFromReports($input: UnsubscribeFromReportsInput!) {\n    unsubscribeFromReports(input: $input) {\n      __typename\n      ... on UnsubscribeFromReportsSuccess {\n        subscription {\n          domain\n          active\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').UnsubscribeFromReportsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmPassword($input: ConfirmPasswordInput!) {\n    confirmPassword(input: $input) {\n      __typename\n      ... on ConfirmPasswordSuccess {\n        viewer {\n          email\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').ConfirmPasswordDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateApiKey($input: CreateApiKeyInput!) {\n    createApiKey(input: $input) {\n      __typename\n      ... on CreateApiKeySuccess {\n        created {\n          key\n          apiKey {\n            id\n            name\n            scopes\n            website {\n              id\n              databaseId\n            }\n          }\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').CreateApiKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeApiKey($input: RevokeApiKeyInput!) {\n    revokeApiKey(input: $input) {\n      __typename\n      ... on RevokeApiKeySuccess {\n        apiKey {\n          id\n          revokedAt\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').RevokeApiKeyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApiKeys {\n    viewer {\n      email\n      apiKeys {\n        id\n        name\n        scopes\n        website {\n          id\n          domain\n        }\n        createdAt\n        expiresAt\n        lastUsedAt\n        revokedAt\n      }\n    }\n    websites(first: 100) {\n      nodes {\n        id\n        databaseId\n        domain\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ApiKeysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LogOut($input: LogOutInput!) {\n    logOut(input: $input)\n  }\n"): typeof import('./graphql.ts').LogOutDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Viewer {\n    viewer {\n      email\n    }\n  }\n"): typeof import('./graphql.ts').ViewerDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteWebsite($input: DeleteWebsiteInput!) {\n    deleteWebsite(input: $input) {\n      __typename\n      ... on DeleteWebsiteSuccess {\n        website {\n          id\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').DeleteWebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SendReport($input: SendReportInput!) {\n    sendReport(input: $input) {\n      __typename\n      ... on SendReportSuccess {\n        sent {\n          period\n          to\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').SendReportDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateWebsite($input: UpdateWebsiteInput!) {\n    updateWebsite(input: $input) {\n      __typename\n      ... on UpdateWebsiteSuccess {\n        website {\n          id\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').UpdateWebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Arrivals($id: ID!, $from: Date!, $to: Date!) {\n    website(id: $id) {\n      id\n      recordedSince\n      dropped(from: $from, to: $to) {\n        reason\n        count\n      }\n    }\n  }\n"): typeof import('./graphql.ts').ArrivalsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Website($id: ID!) {\n    clientAddress\n    sendsReports\n    viewer {\n      email\n    }\n    website(id: $id) {\n      id\n      databaseId\n      url\n      domain\n      trackingId\n      snippet\n      pixelSnippet\n      timezone\n      privacy\n      hasPassword\n      hideBelow\n      email\n      emailEvery\n      reports {\n        period\n        state\n        attempts\n        error\n        nextAttemptAt\n        sentAt\n      }\n      excludeBots\n      excludeIps\n      dailyLimit\n      trimSlash\n      recordedSince\n      createdAt\n      period(name: LAST_30_DAYS) {\n        from\n        to\n      }\n    }\n  }\n"): typeof import('./graphql.ts').WebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateWebsite($input: CreateWebsiteInput!) {\n    createWebsite(input: $input) {\n      __typename\n      ... on CreateWebsiteSuccess {\n        website {\n          id\n          databaseId\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').CreateWebsiteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Websites($search: String, $after: String) {\n    websites(search: $search, after: $after, first: 20) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      nodes {\n        id\n        databaseId\n        domain\n        url\n        trackingId\n        privacy\n        recordedSince\n        period(name: LAST_30_DAYS) {\n          visitors\n          pageviews\n          previous {\n            visitors\n            pageviews\n          }\n          series {\n            points {\n              at\n              visitors\n            }\n          }\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').WebsitesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Refused on UserErrors {\n    errors {\n      path\n      message\n    }\n  }\n"): typeof import('./graphql.ts').RefusedFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatisticsPage(\n    $trackingId: String!\n    $name: PeriodName\n    $from: Date\n    $to: Date\n    $filter: FilterInput\n    $by: Interval\n    $allMetrics: Boolean = false\n  ) {\n    statisticsAccess(trackingId: $trackingId)\n    viewer {\n      email\n    }\n    website(trackingId: $trackingId) {\n      id\n      databaseId\n      domain\n      url\n      timezone\n      today\n      hour\n      hideBelow\n      recordedSince\n      period(name: $name, from: $from, to: $to, filter: $filter) {\n        ...Counted\n        previous {\n          ...Counted\n        }\n        PAGE: stats(name: PAGE, first: 10) {\n          ...Rows\n        }\n        LANDING_PAGE: stats(name: LANDING_PAGE, first: 10) {\n          ...Rows\n        }\n        REFERRER: stats(name: REFERRER, first: 10) {\n          ...Rows\n        }\n        CAMPAIGN: stats(name: CAMPAIGN, first: 10) {\n          ...Rows\n        }\n        EXIT_PAGE: stats(name: EXIT_PAGE, first: 10) {\n          ...Rows\n        }\n        SOURCE: stats(name: SOURCE, first: 10) {\n          ...Rows\n        }\n        CHANNEL: stats(name: CHANNEL, first: 10) {\n          ...Rows\n        }\n        UTM_SOURCE: stats(name: UTM_SOURCE, first: 10) {\n          ...Rows\n        }\n        UTM_MEDIUM: stats(name: UTM_MEDIUM, first: 10) {\n          ...Rows\n        }\n        UTM_TERM: stats(name: UTM_TERM, first: 10) {\n          ...Rows\n        }\n        UTM_CONTENT: stats(name: UTM_CONTENT, first: 10) {\n          ...Rows\n        }\n        COUNTRY: stats(name: COUNTRY, first: 100) {\n          ...Rows\n        }\n        CITY: stats(name: CITY, first: 10) {\n          ...Rows\n        }\n        CONTINENT: stats(name: CONTINENT, first: 10) {\n          ...Rows\n        }\n        LANGUAGE: stats(name: LANGUAGE, first: 10) {\n          ...Rows\n        }\n        BROWSER: stats(name: BROWSER, first: 10) {\n          ...Rows\n        }\n        OS: stats(name: OS, first: 10) {\n          ...Rows\n        }\n        DEVICE: stats(name: DEVICE, first: 10) {\n          ...Rows\n        }\n        RESOLUTION: stats(name: RESOLUTION, first: 10) {\n          ...Rows\n        }\n        EVENT: stats(name: EVENT, first: 10) {\n          ...Rows\n        }\n      }\n    }\n  }\n\n  fragment Counted on Period {\n    from\n    to\n    visitors\n    visits\n    pageviews\n    viewsPerVisit\n    bounceRate\n    visitDuration\n    events\n    series(by: $by) {\n      interval\n      points {\n        at\n        visitors\n        pageviews\n        ... @include(if: $allMetrics) {\n          visits\n          viewsPerVisit\n          bounceRate\n          visitDuration\n          events\n        }\n      }\n    }\n  }\n\n  fragment Rows on StatConnection {\n    totalCount\n    sum\n    nodes {\n      value\n      label\n      count\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n"): typeof import('./graphql.ts').StatisticsPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatisticsRows(\n    $trackingId: String!\n    $from: Date!\n    $to: Date!\n    $name: StatName!\n    $search: String\n    $sort: StatSort\n    $after: String\n    $filter: FilterInput\n  ) {\n    website(trackingId: $trackingId) {\n      id\n      period(from: $from, to: $to, filter: $filter) {\n        stats(name: $name, search: $search, sort: $sort, first: 100, after: $after) {\n          ...Rows\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StatisticsRowsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnlockStatistics($input: UnlockStatisticsInput!) {\n    unlockStatistics(input: $input) {\n      __typename\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').UnlockStatisticsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query StatisticsSegments($trackingId: String!) {\n    website(trackingId: $trackingId) {\n      id\n      segments {\n        id\n        name\n        filter\n      }\n    }\n  }\n"): typeof import('./graphql.ts').StatisticsSegmentsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SaveSegment($input: CreateSegmentInput!) {\n    createSegment(input: $input) {\n      __typename\n      ... on CreateSegmentSuccess {\n        segment {\n          id\n          name\n        }\n      }\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').SaveSegmentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteSegment($input: DeleteSegmentInput!) {\n    deleteSegment(input: $input) {\n      __typename\n      ...Refused\n    }\n  }\n"): typeof import('./graphql.ts').DeleteSegmentDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
