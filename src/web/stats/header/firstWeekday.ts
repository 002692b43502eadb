import { currentLocale } from '../../shared/i18n/t.ts';

/**
 * Countries in which the week begins on Sunday or Saturday (CLDR 48, weekData), for browsers that do not
 * know. Elsewhere it begins on Monday; in the Maldives, on Friday.
 */
const SUNDAY =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI ' +
  'NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW';
const SATURDAY = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY';

type WeekInfo = { firstDay: number };
type WithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/**
 * The locale of the week: that of the page if it names a country, otherwise the first of a person that does.
 */
function localeOfWeek(page: string, own: readonly string[]): Intl.Locale {
  const locales = [page, ...own].flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)];
    } catch {
      // Under a POSIX locale, Chromium reports `en-US@posix`.
      return [];
    }
  });
  return (locales.find(({ region }) => region) ?? locales[0] ?? new Intl.Locale('en')).maximize();
}

/** The first day of the week by region, from 0 for Sunday to 6. */
export const weekdayOfRegion = (region: string | undefined): 0 | 1 | 6 =>
  SUNDAY.split(' ').includes(region ?? '') ? 0 : SATURDAY.split(' ').includes(region ?? '') ? 6 : 1;

/**
 * The first day of the week of a person, from 0 for Sunday to 6.
 * @param page the locale of the page.
 * @param own the locales that the person prefers.
 */
export function firstWeekday(page = currentLocale(), own = navigator.languages): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const locale: WithWeeks = localeOfWeek(page, own);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return info ? ((info.firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6) : weekdayOfRegion(locale.region);
}
