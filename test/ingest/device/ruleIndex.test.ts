import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { requiredLiterals } from '../../../src/ingest/device/requiredLiterals.ts';
import { RuleIndex } from '../../../src/ingest/device/ruleIndex.ts';
import { runs } from '../../support/properties.ts';

describe('the literals that a pattern requires', () => {
  test.each<[string, string[] | null]>([
    ['abc', ['abc']],
    ['ABC', ['abc']],
    ['ab|cd', ['ab', 'cd']],
    ['a(?:b|c)d', ['abd', 'acd']],
    ['a[bc]d', ['abd', 'acd']],
    ['ab?c', ['ac', 'abc']],
    ['a{3}b', ['aaab']],
    ['(ab){2}', ['abab']],
    ['ab+', ['a']],
    ['(?:ab)+', ['ab']],
    ['ab.cdef', ['cdef']],
    ['abc.*de', ['abc']],
    ['abc\\d+|[\\w-]+def', ['abc', 'def']],
    ['Opera[ /]Mini\\.', ['opera mini.', 'opera/mini.']],
    ['^abc$', ['abc']],
    ['abc(?!def)', ['abc']],
    ['(?<!x)abc\\b', ['abc']],
    ['abc(?:x.*)?', ['abc']],
    ['[^a]', null],
    ['\\d{3}', null],
    ['a?', null],
    ['ab|.*', null],
    ['(?:abc)*', null],
    ['(?:abc){0,2}', null],
    ['ä', null],
    ['äbc', ['bc']],
  ])('%s: %j', (source, literals) => {
    expect(requiredLiterals(source)?.toSorted() ?? null).toEqual(literals?.toSorted() ?? null);
  });

  test.each(['(?<name>ab)', '\\u0041', '\\p{L}', '(ab', 'ab)', '[ab', 'ab\\'])(
    'are null for unsupported syntax: %s',
    (source) => {
      expect(requiredLiterals(source)).toBeNull();
    },
  );

  const part = fc.constantFrom(
    ...[
      'ab',
      'C',
      '[bcd]',
      '[^x]',
      '.',
      '\\d',
      '(?:ab|cde|f)',
      '(x|)',
      '\\.',
      '(?!zz)',
      '\\b',
      'é',
      '(?:q[rs])',
    ],
  );
  const quantifier = fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,3}', '{2,}', '+?');
  const pattern = fc
    .array(fc.tuple(part, quantifier), { minLength: 1, maxLength: 4 })
    .map((parts) =>
      parts.map(([one, many]) => (one.startsWith('(?!') || one === '\\b' ? one : one + many)).join(''),
    );
  const sources = fc.array(pattern, { minLength: 1, maxLength: 3 }).map((all) => all.join('|'));
  const text = fc
    .array(fc.constantFrom(...'abcdefqrsxyz.é1 ABCDEF'), { maxLength: 25 })
    .map((all) => all.join(''));

  test('occur in every text that the pattern matches', () => {
    fc.assert(
      fc.property(sources, text, (source, sample) => {
        const literals = requiredLiterals(source);
        if (literals === null || !new RegExp(source, 'i').test(sample)) return;
        expect(literals.some((literal) => sample.toLowerCase().includes(literal))).toBe(true);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe('the index of patterns', () => {
  test('returns all candidates in order, including patterns without required literals', () => {
    const index = new RuleIndex(['samsung', '\\d+', 'x[ab]', 'pixel \\d', 'xa']);
    expect(index.candidates('a samsung xa')).toEqual([0, 1, 2, 4]);
    expect(index.candidates('pixel')).toEqual([1]);
    expect(index.candidates('pixel 8')).toEqual([1, 3]);
    expect(index.candidates('')).toEqual([1]);
  });

  test('returns few phone makers for an ordinary phone', () => {
    const makers: Record<string, { regex: string }> = createRequire(import.meta.url)(
      'node-device-detector/regexes/device/mobiles',
    );
    const index = new RuleIndex(Object.values(makers).map(({ regex }) => regex));
    const agent =
      'mozilla/5.0 (linux; android 14; sm-s918b build/up1a) applewebkit/537.36 (khtml, like gecko) ' +
      'chrome/124.0.0.0 mobile safari/537.36';
    const found = index.candidates(agent).map((position) => Object.keys(makers)[position]);
    expect(found).toContain('Samsung');
    expect(found.length).toBeLessThan(Object.keys(makers).length / 20);
  });
});
