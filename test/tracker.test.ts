import { describe, expect, test } from '@jest/globals';
import { transform } from 'esbuild';
import { buildTracker } from '../scripts/build-tracker.ts';
import { encodeTracker } from '../src/tracker/encodings.ts';
import { fillInAddress, STANDARD_PATHS } from '../src/tracker/paths.ts';

/** Returns whether all syntax is ES2018: then esbuild rewrites nothing for that target. */
async function isEs2018(code: string): Promise<boolean> {
  const [newest, es2018] = await Promise.all([
    transform(code, { target: 'esnext' }),
    transform(code, { target: 'es2018' }),
  ]);
  return newest.code === es2018.code;
}

describe('the tracker', () => {
  test('with an address has less than 1 KiB with gzip, and at most 720 bytes with brotli', async () => {
    const { code } = await buildTracker();
    expect(code.length).toBeGreaterThan(0);
    for (const address of [
      null,
      'http://localhost:3000',
      'https://stats.example.com',
      'https://analytics.some-company.com',
    ]) {
      const { gzip, br } = encodeTracker(fillInAddress(code, STANDARD_PATHS, address));
      expect(gzip.bytes.length).toBeLessThan(1024);
      expect(br.bytes.length).toBeLessThanOrEqual(720);
    }
  });

  test('has a second script of at most 1,460 bytes with brotli', async () => {
    const { more } = await buildTracker();
    expect(encodeTracker(more.code).br.bytes.length).toBeLessThanOrEqual(1460);
    expect(more.code).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|caches/);
    expect(await isEs2018(more.code)).toBe(true);
  });

  test('is one ES2018 script that declares no global names', async () => {
    const { code } = await buildTracker();
    expect(await isEs2018(code)).toBe(true);
    expect(code).toMatch(/^;\(\(\)=>\{.*\}\)\(\);\n$/s);
  });

  test.each(['a?.b;', 'a ?? b;', 'try {} catch {}', 'a ||= b;', 'class A { #b = 1 }'])(
    'the check for ES2018 rejects %s',
    async (code) => expect(await isEs2018(code)).toBe(false),
  );

  test('uses neither cookies nor storage', async () => {
    const { code } = await buildTracker();
    expect(code).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|caches/);
  });
});
