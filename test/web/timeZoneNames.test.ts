import { expect, test } from '@jest/globals';
import { timeZoneNames } from '../../scripts/timeZoneNames.ts';

test('time zones are listed under their current name, followed by the others', async () => {
  const names = (await timeZoneNames()).map((text) => text.split(' '));
  const zone = (current: string) => names.find(([first]) => first === current);
  expect(zone('Asia/Kolkata')).toEqual(['Asia/Kolkata', 'Asia/Calcutta']);
  expect(zone('Europe/Kyiv')).toContain('Europe/Kiev');
  // Two entries of the CLDR, of which one replaces the other.
  expect(zone('America/Toronto')).toContain('America/Montreal');
  expect(names.flat()).not.toContain('Etc/UTC');
  expect(new Set(names.flat()).size).toBe(names.flat().length);
});

test('the server accepts each of the current names', async () => {
  const names = (await timeZoneNames()).map((text) => text.split(' ')[0] ?? '');
  const unknown = names.filter((timeZone) => {
    try {
      return !new Intl.DateTimeFormat('en', { timeZone });
    } catch {
      return true;
    }
  });
  expect(unknown).toEqual([]);
});
