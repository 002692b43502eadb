import ipaddr from 'ipaddr.js';
import { t } from '../../shared/i18n/t.ts';

/**
 * Whether a line is an address or range that the server accepts (src/validation/address.ts, which uses Node's
 * check).
 */
export function isRange(line: string): boolean {
  const [base = '', length, ...rest] = line.split('/');
  if (rest.length > 0 || base.includes('%')) return false;
  // ipaddr.js alone would accept `10.1` and octal numbers.
  const is4 = ipaddr.IPv4.isValidFourPartDecimal(base);
  if (!is4 && !ipaddr.IPv6.isValid(base)) return false;
  if (length === undefined) return true;
  if (!/^(0|[1-9]\d{0,2})$/.test(length)) return false;
  // ipaddr.js parses `::1.2.3.4` as `::ffff:1.2.3.4`.
  const isMapped = !is4 && ipaddr.IPv6.parse(base.replace(/^::(?=\d+\.)/, '0::')).isIPv4MappedAddress();
  const [least, most] = is4 ? [0, 32] : [isMapped ? 96 : 0, 128];
  return Number(length) >= least && Number(length) <= most;
}

/** Returns the errors of a list of addresses and ranges, one for each invalid line. */
export function rangeErrors(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const range = line.trim();
    return range && !isRange(range) ? [t('excluded.wrong', { line: index + 1, text: range })] : [];
  });
}

/** The non-empty lines, trimmed. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
