import { brandOf, DEVICES, slugOf } from './brands.ts';

interface Props {
  /** A statistic or a dimension, such as `COUNTRY`. */
  name: string;
  value: string;
  /** The name of the source that a referrer belongs to, if it is known. */
  source?: string | null | undefined;
}

/** The icon of a row: a flag, a brand or a shape; none for statistics where an icon would not help. */
export function RowIcon({ name, value, source }: Props) {
  switch (name) {
    case 'COUNTRY':
      return <Flag code={value} />;
    case 'CITY':
      return <Flag code={value.slice(-2)} />;
    case 'CONTINENT':
      return <Shape icon="any-place" />;
    case 'DEVICE':
      return <Shape icon={DEVICES.includes(value) ? `device-${slugOf(value)}` : 'any-device'} />;
    case 'BROWSER':
      return <Shape icon={brandOf(value) ?? 'any-browser'} />;
    case 'OS':
      return <Shape icon={brandOf(value) ?? 'any-system'} />;
    case 'SOURCE':
    case 'UTM_SOURCE':
    case 'REFERRER':
      return <Shape icon={brandOf(source ?? value) ?? (value === '' ? 'direct' : 'any-source')} />;
    case 'CHANNEL':
      return value === '' ? null : (
        <Shape icon={/^[A-Z][A-Za-z ]+$/.test(value) ? `channel-${slugOf(value)}` : 'any-source'} />
      );
    default:
      return null;
  }
}

function Flag({ code }: { code: string }) {
  if (!/^[A-Z]{2}$/.test(code)) return <Shape icon="any-place" />;
  return <img className="bar-row-icon" src={`/flags/${code}.svg`} alt="" width={20} height={13} />;
}

/** A mask, which is filled with the text color. */
function Shape({ icon }: { icon: string }) {
  return <span className="bar-row-icon bar-row-brand" style={{ maskImage: `url(/brands/${icon}.svg)` }} />;
}
