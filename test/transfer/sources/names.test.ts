import { describe, expect, test } from '@jest/globals';
import { browserName, deviceName, systemName } from '../../../src/transfer/sources/names/client.ts';
import { cityValue, countryCode, placeOf } from '../../../src/transfer/sources/names/place.ts';
import { SQUARE, timeGrowth } from '../../support/timeGrowth.ts';

describe('names of other products become those that Footfall counts:', () => {
  test.each([
    ['crios', 'Chrome'],
    ['Chrome 86', 'Chrome'],
    ['Chrome Mobile iOS', 'Chrome'],
    ['Android Webview', 'Chrome'],
    ['edge-chromium', 'Edge'],
    ['Microsoft Edge', 'Edge'],
    ['fxios', 'Firefox'],
    ['Firefox Mobile', 'Firefox'],
    ['ios-webview', 'Safari'],
    ['Safari (in-app)', 'Safari'],
    ['Mobile Safari', 'Safari'],
    ['Samsung Internet', 'Samsung Browser'],
    ['opera-mini', 'Opera Mini'],
    ['Opera GX', 'Opera'],
    ['ie', 'Internet Explorer'],
    ['DuckDuckGo Privacy Browser', 'DuckDuckGo'],
    ['(not set)', ''],
    ['Something New', 'Something New'],
    ['__proto__', '__proto__'],
    ['', ''],
  ])('the browser %s', (text, name) => {
    expect(browserName(text)).toBe(name);
  });

  test.each([
    ['Windows 10/11', 'Windows'],
    ['Windows Phone 8.1', 'Windows Phone'],
    ['Mac OS X 10.15', 'macOS'],
    ['Macintosh', 'macOS'],
    ['iPadOS', 'iOS'],
    ['Android OS', 'Android'],
    ['GNU/Linux', 'Linux'],
    ['Linux Ubuntu', 'Linux'],
    ['Ubuntu', 'Linux'],
    ['ChromeOS', 'Chrome OS'],
    ['FreeBSD', 'FreeBSD'],
    ['constructor', 'constructor'],
    ['(not set)', ''],
  ])('the system %s', (text, name) => {
    expect(systemName(text)).toBe(name);
  });

  test.each([
    ['Laptop', 'desktop'],
    ['Phone', 'mobile'],
    ['Smartphone', 'mobile'],
    ['Phablet', 'mobile'],
    ['smart tv', 'tv'],
    ['Console', 'console'],
    ['Bread maker', ''],
  ])('the device %s', (text, name) => {
    expect(deviceName(text)).toBe(name);
  });

  test.each([
    ['de', 'DE'],
    ['DEU', 'DE'],
    ['Germany', 'DE'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Czechia', 'CZ'],
    ['Myanmar (Burma)', 'MM'],
    ['UK', 'GB'],
    ['TP', 'TL'],
    ['XK', 'XK'],
    ...['AN', 'CS', 'YU', 'SU', 'XA', 'A1', 'A2', 'XX', 'EU', '(not set)', 'Atlantis', ''].map((code) => [
      code,
      '',
    ]),
  ])('the country %s', (text, code) => {
    expect(countryCode(text ?? '')).toBe(code);
  });

  test.each([
    [['US', 'US-CA', 'Oakland'], 'Oakland, California, US'],
    [['US', 'CA', 'Oakland'], 'Oakland, California, US'],
    [['Germany', 'Berlin', 'Berlin'], 'Berlin, Berlin, DE'],
    [['DE', 'DE-XX', 'Berlin'], 'Berlin, DE'],
    [['', 'Berlin', 'Berlin'], ''],
    [['DE', 'Berlin', '(not set)'], ''],
  ])('the place %j', ([country = '', region = '', city = ''], value) => {
    expect(cityValue(placeOf(country, region, city))).toBe(value);
  });
});

test.each([' ', '1', ' 1', '-', '(', '. '])(
  'a name takes a time that grows with its length, with many %j',
  (part) => {
    const growth = timeGrowth((size) => {
      const text = `a${part.repeat(size)}b`;
      for (const read of [browserName, systemName, deviceName, countryCode]) read(text);
      placeOf('DE', text, text);
    }, 2_000);
    expect(growth).toBeLessThan(SQUARE / 2);
  },
);
