import { domainToUnicode } from 'node:url';
import unhomoglyph from 'unhomoglyph';
import { ANALYSIS_DIMENSIONS, type DimensionName, FEW } from '../engine/registry/dimensions.ts';
import { FORMATS, type LabelledName, labelWith } from './labelFormats.ts';

/**
 * The scripts that a host label may consist of: some are commonly written together, all others stand alone.
 */
const WRITTEN_TOGETHER = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]+$/u,
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
  ].map(alone),
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Sinhala', 'Tamil'].map(alone),
  ...['Telugu', 'Thai'].map(alone),
];

function alone(script: string): RegExp {
  return new RegExp(`^[\\p{Script=${script}}\\p{Script=Inherited}]+$`, 'u');
}

/**
 * Converts a host label from Punycode (`xn--…`) to Unicode, if it cannot be mistaken for another one: it has
 * one script (or scripts that are written together), and does not consist only of letters that look like
 * ASCII (`аррӏе`). Otherwise returns it unchanged.
 */
function unicodeHostLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const text = domainToUnicode(label);
  const letters = text.replace(/[\d-]/g, '');
  const isPlain = WRITTEN_TOGETHER.some((script) => script.test(letters));
  return isPlain && /[^ -~]/.test(unhomoglyph(letters)) ? text : label;
}

const unicodeHost = (value: string) => value.split('.').map(unicodeHostLabel).join('.');
const FORMATS_OF_SERVER = {
  ...FORMATS,
  host: unicodeHost,
  source: (value: string) => unicodeHost(FORMATS.source(value)),
};

/** Formats a value of a dimension for people, as {@link statLabel}. Times stay as they are. */
export function dimensionLabel(name: DimensionName, value: string): string {
  return ANALYSIS_DIMENSIONS[name].level === 'time' && value !== FEW
    ? value
    : statLabel(name as LabelledName, value);
}

/**
 * Formats a value of a statistic for people: `FR` → `France`, empty → `Unknown` or `Direct`, `(other)` →
 * `Other`, `(few)` → `Small counts`. Decodes percent escapes in paths, and Punycode (`xn--…`) in hosts.
 */
export const statLabel = (name: LabelledName, value: string): string =>
  labelWith(FORMATS_OF_SERVER, name, value);
