import { expect, test } from '@jest/globals';
import { LANGUAGE_NAMES, readTexts } from '../../scripts/texts.ts';
import { compileTexts } from '../../src/texts/compile.ts';
import { SKIP_REASONS } from '../../src/transfer/sources/skipReasons.ts';
import { reasonInWords } from '../../src/web/app/website/imports/imports.ts';
import { setTexts } from '../../src/web/shared/i18n/t.ts';

test.each(LANGUAGE_NAMES)(
  'every reason for which rows are not imported has a text of its own in %s',
  async (name) => {
    setTexts(name, compileTexts(await readTexts(name), 'app'));
    const texts = SKIP_REASONS.map(reasonInWords);
    expect(SKIP_REASONS.length).toBeGreaterThan(20);
    expect(texts.filter((text, index) => text === SKIP_REASONS[index])).toEqual([]);
    expect(new Set(texts).size).toBe(SKIP_REASONS.length);
  },
);
