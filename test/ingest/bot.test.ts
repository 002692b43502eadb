import { describe, expect, test } from '@jest/globals';
import { isBot } from '../../src/ingest/bot.ts';

describe('isBot', () => {
  test.each([undefined, '', '  '])('a browser always names itself: %j is a bot', (userAgent) => {
    expect(isBot(userAgent)).toBe(true);
  });

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.5.0',
    'python-requests/2.31.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    'GPTBot/1.2',
  ])('%s is a bot', (userAgent) => {
    expect(isBot(userAgent)).toBe(true);
  });

  test.each([
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 8.1.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  ])('%s is a person', (userAgent) => {
    expect(isBot(userAgent)).toBe(false);
  });

  test('a User-Agent of any length is judged in a moment', () => {
    const start = performance.now();
    for (const part of ['Mozilla ', '1', '(', 'Android; ']) isBot(part.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(100);
  });
});
