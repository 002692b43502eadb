import { compileTexts, ENGLISH_TEXTS } from '../../src/texts/compile.ts';
import { setTexts } from '../../src/web/shared/i18n/t.ts';

/** Sets the English texts of the pages, for tests of their modules outside of a browser. */
export function setEnglish(): void {
  setTexts('en', { ...compileTexts(ENGLISH_TEXTS, 'app'), ...compileTexts(ENGLISH_TEXTS, 'stats') });
}
