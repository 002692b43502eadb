import { type Labels, labelsWith } from '../../stats/labelWords.ts';
import type { Translator } from '../../texts/translator.ts';
import { currentTranslator } from '../shared/i18n/t.ts';

let made: { translator: Translator; labels: Labels } | undefined;

function labels(): Labels {
  const translator = currentTranslator();
  if (made?.translator !== translator) made = { translator, labels: labelsWith(translator) };
  return made.labels;
}

/** A value of a dimension in the language of the page, for values that the server did not label. */
export const valueInWords: Labels['valueInWords'] = (...given) => labels().valueInWords(...given);

/** A value of a dimension in the language of the page. The label of the server is English. */
export const labelOf: Labels['labelOf'] = (...given) => labels().labelOf(...given);
