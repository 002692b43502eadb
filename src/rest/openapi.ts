import { parameters } from './openapi/parameters.ts';
import { paths } from './openapi/paths.ts';
import { responses } from './openapi/responses.ts';
import { schemas, securitySchemes } from './openapi/schemas.ts';

const DESCRIPTION = `Register websites, configure them, and read their statistics.

- Every response is JSON and carries \`status\`, its HTTP status code.
- Request bodies are form fields or JSON. Parameters and fields that are left empty count as not sent, but for
  \`exclude_ips\`; unknown ones are ignored; numbers may be sent as text.
- A field or parameter that is wrong is refused with 422, and nothing is done.
- The number of requests a minute is limited by API key.

Pages report their visits elsewhere, without an API key: \`POST /api/event\`, which \`/script.js\` does for them, or
\`/picture.gif\`. Everything else that the service offers is in GraphQL, at \`/graphql\`, with the same API keys.`;

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
      { name: 'Statistics', description: 'What was counted for a website.' },
      { name: 'Description', description: 'This document.' },
    ],
    paths: paths(baseUrl),
    components: { schemas: schemas(), parameters, responses, securitySchemes },
  };
}
