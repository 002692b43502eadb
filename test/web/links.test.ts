import { expect, test } from '@jest/globals';
import { isOfPages, linkTo } from '../../src/web/stats/panels/links.ts';

const own = { url: 'http://www.example.com:8080/start?a#b', domain: 'example.com' };

test.each([
  ['the website’s own host, as its address has it', '/a', 'example.com', 'http://www.example.com:8080/a'],
  ['an unknown host', '/a', undefined, 'http://www.example.com:8080/a'],
  ['a subdomain', '/a%20b', 'blog.example.com', 'http://blog.example.com/a%20b'],
  ['a further host', '/', 'xn--bcher-kva.test', 'http://xn--bcher-kva.test/'],
  ['an application', '/a', 'localhost', 'http://www.example.com:8080/a'],
  [
    'a path that looks like a host',
    '//elsewhere.test/',
    'blog.example.com',
    'http://blog.example.com//elsewhere.test/',
  ],
])('a page on %s is linked there', (_, path, host, link) => {
  expect(linkTo(path, own, host)).toBe(link);
});

test.each(['', '(few)', '(other)', 'Buy'])('%j is no page, and is not linked', (value) => {
  expect(linkTo(value, own, 'blog.example.com')).toBeNull();
});

test('pages, landing pages and exit pages are linked', () => {
  const names = ['PAGE', 'LANDING_PAGE', 'EXIT_PAGE', 'EVENT', 'REFERRER'] as const;
  expect(names.filter(isOfPages)).toEqual(['PAGE', 'LANDING_PAGE', 'EXIT_PAGE']);
});
