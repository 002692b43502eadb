import { FEW, type FilterDimension } from '../../analysis/dimensions.ts';
import { OTHER, STATISTICS } from '../../stats/definitions.ts';
import { labelFormatsOf } from '../../stats/labelFormats.ts';
import { currentLocale, hasText, t } from '../shared/i18n/t.ts';

type Formats = ReturnType<typeof labelFormatsOf>;

let made: { locale: string; formats: Formats } | undefined;

/** A name from the catalogue, if it has one: `channel.organic_search` for `Organic Search`. */
function wordOf(kind: 'channel' | 'continent' | 'device', value: string): string | undefined {
  const key = `${kind}.${kind === 'continent' ? value : value.toLowerCase().replace(/[^a-z]+/g, '_')}`;
  return hasText(key) ? t(key) : undefined;
}

function formats(): Formats {
  const locale = currentLocale();
  if (made?.locale !== locale) {
    made = {
      locale,
      formats: labelFormatsOf(locale, {
        continent: (code) => wordOf('continent', code),
        device: (kind) => wordOf('device', kind),
        channel: (name) => wordOf('channel', name),
      }),
    };
  }
  return made.formats;
}

const EMPTY = { None: 'value.none', Direct: 'value.direct' } as const;

/** A row that is no value of its dimension: an empty value, or a sum. */
function specialLabel(dimension: FilterDimension, value: string): string | null {
  if (value === OTHER) return t('value.other');
  if (value === FEW) return t('value.few');
  if (value !== '') return null;
  const { empty } = STATISTICS[dimension];
  return t((empty && EMPTY[empty as keyof typeof EMPTY]) || 'value.unknown');
}

/** The dimensions whose values have names in each language. The others are what the website sent. */
const NAMED: readonly FilterDimension[] = ['channel', 'city', 'continent', 'country', 'device', 'language'];

/** A value of a dimension in the language of the page, for values that the server did not label. */
export const valueInWords = (dimension: FilterDimension, value: string): string =>
  specialLabel(dimension, value) ?? formats()[STATISTICS[dimension].label](value);

/** A value of a dimension in the language of the page. The label of the server is English. */
export const labelOf = (dimension: FilterDimension, { value, label }: { value: string; label: string }) =>
  specialLabel(dimension, value) ??
  (NAMED.includes(dimension) ? formats()[dimension as 'city'](value) : label);
