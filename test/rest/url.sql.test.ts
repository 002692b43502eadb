import { describe, expect, test } from '@jest/globals';
import { form, invalidBody, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

describe('the url of a website', () => {
  const shared = sharedServer();

  test.each([
    ['example.com', 'https://example.com', 'example.com'],
    ['https://example.com', 'https://example.com', 'example.com'],
    ['http://example.com', 'http://example.com', 'example.com'],
    ['HTTPS://Shop.EXAMPLE.com', 'https://shop.example.com', 'shop.example.com'],
    ['www.example.com', 'https://www.example.com', 'example.com'],
    ['https://WWW.example.com/Blog?a=B', 'https://www.example.com/Blog?a=B', 'example.com'],
    ['  example.com \n', 'https://example.com', 'example.com'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC', 'xn--mnchen-3ya.example'],
    ['例え.テスト', 'https://xn--r8jz45g.xn--zckzah', 'xn--r8jz45g.xn--zckzah'],
    ['https://www.xn--mnchen-3ya.example', 'https://www.xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['localhost:8080', 'http://localhost:8080', 'localhost'],
    ['LocalHost', 'http://localhost', 'localhost'],
    ['https://localhost:8080', 'https://localhost:8080', 'localhost'],
    ['localhost:443', 'https://localhost', 'localhost'],
    ['shop.localhost:3000/a?b=c', 'http://shop.localhost:3000/a?b=c', 'shop.localhost'],
    ['127.0.0.1:5173', 'http://127.0.0.1:5173', '127.0.0.1'],
    ['127.1:5173', 'http://127.0.0.1:5173', '127.0.0.1'],
    ['0.0.0.0:4000', 'http://0.0.0.0:4000', '0.0.0.0'],
    ['[::1]:8080', 'http://[::1]:8080', '[::1]'],
    ['[fd00::7]', 'http://[fd00::7]', '[fd00::7]'],
    ['[2001:db8::7]', 'https://[2001:db8::7]', '[2001:db8::7]'],
    ['10.1.2.3', 'http://10.1.2.3', '10.1.2.3'],
    ['172.31.0.1:81/', 'http://172.31.0.1:81/', '172.31.0.1'],
    ['172.32.0.1', 'https://172.32.0.1', '172.32.0.1'],
    ['192.168.178.20:8080', 'http://192.168.178.20:8080', '192.168.178.20'],
    ['169.254.1.1', 'http://169.254.1.1', '169.254.1.1'],
    ['intranet', 'http://intranet', 'intranet'],
    ['nas.local', 'http://nas.local', 'nas.local'],
    ['wiki.corp.internal', 'http://wiki.corp.internal', 'wiki.corp.internal'],
    ['router.home.arpa.', 'http://router.home.arpa', 'router.home.arpa'],
    ['localhost.example.com:8080', 'https://localhost.example.com:8080', 'localhost.example.com'],
    ['my-local.com', 'https://my-local.com', 'my-local.com'],
    ['http://192.0.2.1:8080/app', 'http://192.0.2.1:8080/app', '192.0.2.1'],
    ['http://[2001:db8::1]/', 'http://[2001:db8::1]/', '[2001:db8::1]'],
    ['www.com', 'https://www.com', 'www.com'],
  ])('given as "%s" is stored as %s, with the domain %s', async (url, normal, domain) => {
    const server = shared();
    const website = await newWebsite(server, { url });
    expect(website).toMatchObject({ url: normal, domain });
    expect((await rest(server, `${WEBSITES}/${website.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  test.each([
    ['ftp://example.com'],
    ['javascript:alert(1)'],
    ['javascript://example.com/%0aalert(1)'],
    ['file:///etc/passwd'],
    ['mailto:you@example.com'],
    ['data:text/html,x'],
    ['https://'],
    ['https:///'],
    ['://example.com'],
    ['https://user:password@example.com'],
    ['user@example.com'],
    ['https://exam ple.com'],
    ['https://example..com'],
    ['https://.example.com'],
    ['https://-example-.com'],
    ['https://example.com:99999'],
    ['https://exa<mple.com'],
    ['https://*.example.com'],
    ['https://[::1'],
    ['https://999.1.1.1'],
    [`https://${'a'.repeat(64)}.example`],
    [`https://example.com/${'a'.repeat(2048)}`],
    ['nonsense nonsense'],
    ['/path/only'],
  ])('cannot be %s', async (url) => {
    const { status, body } = await rest(shared(), WEBSITES, form('POST', { url }));
    const message = expect.stringMatching(/^Must be an http or https URL with a host, for example /);
    expect([status, body]).toEqual([422, invalidBody({ url: [message] })]);
  });

  test.each([{}, { url: '' }, { url: '   ' }])('is required: %j', async (fields) => {
    const { status, body } = await rest(shared(), WEBSITES, form('POST', fields as Record<string, string>));
    expect([status, body]).toEqual([422, invalidBody({ url: ['Is required.'] })]);
  });

  test.each([
    ['http://example.com'],
    ['www.example.com'],
    ['https://EXAMPLE.com/blog'],
    ['https://example.com:8443'],
    ['example.com.'],
  ])('%s is rejected, because the account already has the domain example.com', async (url) => {
    await using server = await startTestServer();
    await newWebsite(server);
    const { status, body } = await rest(server, WEBSITES, form('POST', { url }));
    const message = 'The team already has a website with this domain.';
    expect([status, body]).toEqual([422, invalidBody({ url: [message] })]);
    expect((await rest(server, WEBSITES)).body.meta.total).toBe(1);
  });

  test('may have the domain of a website of another account, or a subdomain of one', async () => {
    await using server = await startTestServer();
    const other = await server.newAccount('other@example.com');
    await newWebsite(server, {}, other.key);
    expect(await newWebsite(server)).toMatchObject({ domain: 'example.com' });
    expect(await newWebsite(server, { url: 'blog.example.com' })).toMatchObject({
      domain: 'blog.example.com',
    });
  });

  test('is registered by only one of several concurrent requests for its domain', async () => {
    await using server = await startTestServer();
    const send = () => rest(server, WEBSITES, form('POST', { url: 'example.com' }));
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });
});
