import { parameters } from './openapi/parameters.ts';
import { pathsOf } from './openapi/paths.ts';
import { responses } from './openapi/responses.ts';
import { schemas, securitySchemes } from './openapi/schemas.ts';
import { ROUTES } from './routes.ts';

const DESCRIPTION = `Register websites, configure them, and read their statistics.

- Every response is a JSON object with the field \`status\`, its HTTP status code, except for files. All
  errors are JSON.
- Request bodies are JSON objects or form fields. Empty parameters and fields count as not sent, except
  \`exclude_ips\`. Unknown ones are ignored, and named in the response header \`X-Footfall-Ignored\`. Numbers
  may be sent as strings.
- Invalid fields or parameters are rejected with status 422, and nothing is changed.
- Each API key has a limit of requests per minute.

Websites do not send their hits to this API: \`/script.js\` sends them to \`POST /api/event\`, and pages
without JavaScript load \`/picture.gif\`. Neither requires an API key. GraphQL, at \`/graphql\`, offers all
other functions with the same API keys.`;

/**
 * Builds the OpenAPI 3.1 document of the REST API.
 * @param baseUrl the public address of the server.
 */
export function openapi(baseUrl: string): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Footfall REST API',
      version: '1.0.0',
      summary: 'Cookieless web analytics: websites and their statistics.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This server.' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Websites', description: 'Registered websites and their settings.' },
      { name: 'Statistics', description: 'Statistics of a website.' },
      { name: 'Goals', description: 'Goals of a website, and funnels: what visitors did.' },
      { name: 'Imports', description: 'Imports of statistics from files of other products.' },
      { name: 'Members', description: 'Members of the team, and invitations.' },
      { name: 'Description', description: 'The OpenAPI document of this API.' },
    ],
    paths: pathsOf(ROUTES, baseUrl),
    components: { schemas: schemas(), parameters, responses, securitySchemes },
  };
}
