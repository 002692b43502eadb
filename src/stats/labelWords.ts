import { FEW, type FilterDimension } from '../engine/registry/dimensions.ts';
import { OTHER } from '../engine/registry/statistics.ts';
import type { Translator } from '../texts/translator.ts';
import { labelFormatsOf, labelledAs } from './labelFormats.ts';

const EMPTY = { None: 'value.none', Direct: 'value.direct' } as const;

/** The dimensions whose values have names in each language. The others are what the website sent. */
const NAMED: readonly FilterDimension[] = ['channel', 'city', 'continent', 'country', 'device', 'language'];

/** Names of values in a language. */
export interface Labels {
  /** A value of a dimension, for values that the server did not label. */
  valueInWords(dimension: FilterDimension, value: string): string;
  /** A value of a dimension. `label` is that of the API, which is English. */
  labelOf(dimension: FilterDimension, row: { value: string; label: string }): string;
}

/** Creates the functions that name values in the language of the texts. */
export function labelsWith({ locale, t, has }: Translator): Labels {
  /** A name from the catalogue, if it has one: `channel.organic_search` for `Organic Search`. */
  function wordOf(kind: 'channel' | 'continent' | 'device', value: string): string | undefined {
    const key = `${kind}.${kind === 'continent' ? value : value.toLowerCase().replace(/[^a-z]+/g, '_')}`;
    return has(key) ? t(key) : undefined;
  }
  const formats = labelFormatsOf(locale, {
    continent: (code) => wordOf('continent', code),
    device: (kind) => wordOf('device', kind),
    channel: (name) => wordOf('channel', name),
  });
  /** A row that is no value of its dimension: an empty value, or a sum. */
  function specialLabel(dimension: FilterDimension, value: string): string | null {
    if (value === OTHER) return t('value.other');
    if (value === FEW) return t('value.few');
    if (value !== '') return null;
    const { empty } = labelledAs(dimension);
    return t((empty && EMPTY[empty as keyof typeof EMPTY]) || 'value.unknown');
  }
  return {
    valueInWords: (dimension, value) =>
      specialLabel(dimension, value) ?? formats[labelledAs(dimension).label](value),
    labelOf: (dimension, { value, label }) =>
      specialLabel(dimension, value) ??
      (NAMED.includes(dimension) ? formats[dimension as 'city'](value) : label),
  };
}
