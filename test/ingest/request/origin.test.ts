import { expect, test } from '@jest/globals';
import { originOf } from '../../../src/ingest/request/origin.ts';
import { parseAppPage } from '../../../src/ingest/request/page.ts';
import { pageQuery } from '../../../src/ingest/request/pageQuery.ts';

const LONG = 'lanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';

test.each([
  ['https://example.com./a', 'example.com', '/a'],
  // Google Translate
  ['https://example-com.translate.goog/a/b?_x_tr_sl=en&_x_tr_tl=de', 'example.com', '/a/b'],
  ['https://www-example-com.translate.goog/', 'www.example.com', '/'],
  ['https://my--site-example-co-uk.translate.goog/', 'my-site.example.co.uk', '/'],
  ['https://0-bcher--kva-example.translate.goog/?_x_tr_enc=0', 'xn--bcher-kva.example', '/'],
  ['https://1-en--us-example-com.translate.goog/?_x_tr_enc=1', 'en-us.example.com', '/'],
  ['https://1-en--us-example-com.translate.goog/', '1.en-us.example.com', '/'],
  [`https://${LONG}-co-uk.translate.goog/?_x_tr_hp=www-l`, `www.l${LONG}.co.uk`, '/'],
  ['https://translate.goog/', 'translate.goog', '/'],
  ['https://evil-translate.goog/', 'evil-translate.goog', '/'],
  // AMP caches
  ['https://example-com.cdn.ampproject.org/c/s/example.com/a/b', 'example.com', '/a/b'],
  ['https://example-com.cdn.ampproject.org/v/s/www.example.com/a?amp_js_v=0.1', 'www.example.com', '/a'],
  ['https://example-com.cdn.ampproject.org/c/example.com', 'example.com', '/'],
  ['https://example-com.cdn.ampproject.org/wp/s/example.com/a', 'example.com', '/a'],
  ['https://my--site-example-com.cdn.ampproject.org/', 'my-site.example.com', '/'],
  ['https://www-example-com.bing-amp.com/c/s/www.example.com/a', 'www.example.com', '/a'],
  ['https://cdn.ampproject.org/c/s/example.com/a', 'cdn.ampproject.org', '/c/s/example.com/a'],
])('%s is on %s, %s', (page, host, path) => {
  expect(originOf(new URL(page))).toEqual({ host, path });
});

test.each([
  ['?p=12', ['p'], '?p=12'],
  ['?utm_source=x&p=12&q=y', ['p'], '?p=12'],
  ['?lang=de&p=12', ['p', 'lang'], '?p=12&lang=de'],
  ['?p=1&p=2', ['p'], '?p=1'],
  ['?p=', ['p'], '?p'],
  ['?about', ['about'], '?about'],
  ['?P=1', ['p'], ''],
  ['?route=product/list%26a%3Db', ['route'], '?route=product/list%26a%3Db'],
  ['?q=a+b%20c', ['q'], '?q=a%20b%20c'],
  ['?p=%C3%A9&x=1#?p=2', ['p'], '?p=%C3%A9'],
  ['?p=12', [], ''],
  ['', ['p'], ''],
])('of the query %j, the parameters %j are %j', (query, names, expected) => {
  expect(pageQuery(`https://example.com/${query}`, false, names)).toBe(expected);
});

test('with routes in the fragment, the parameters of the route count, too', () => {
  expect(pageQuery('https://example.com/#/list?page=2', true, ['page'])).toBe('?page=2');
  expect(pageQuery('https://example.com/#/list?page=2', false, ['page'])).toBe('');
});

test.each([
  ['capacitor://localhost', { scheme: 'capacitor', host: 'localhost', path: '/' }],
  ['Capacitor://LocalHost/Ab%7e/?utm_source=x#y', { scheme: 'capacitor', host: 'localhost', path: '/Ab~/' }],
  ['file:///Users/somebody/app/index.html', { scheme: 'file', host: '', path: '/index.html' }],
  ['file:///C:/Users/somebody/app/', { scheme: 'file', host: '', path: '/' }],
])('%s is a page of an application', (page, expected) => {
  expect(parseAppPage(page)).toMatchObject(expected);
  expect(parseAppPage(page)?.path).not.toContain('somebody');
});

test.each(['', '/a', 'about:blank', 'javascript:alert(1)', 'data:text/html,x', 'capacitor:', 'a b://c'])(
  '%j is no page of an application',
  (page) => {
    expect(parseAppPage(page)).toBeNull();
  },
);
