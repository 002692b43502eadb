import {
  AppWindow,
  Camera,
  Car,
  Gamepad2,
  Globe,
  HardDrive,
  type LucideIcon,
  Monitor,
  MonitorSmartphone,
  Smartphone,
  Speaker,
  Tablet,
  Tv,
  Watch,
} from 'lucide-react';
import type { PanelName } from '../types.ts';
import { BRANDS } from './brands.ts';

const DEVICES: Record<string, LucideIcon> = {
  desktop: Monitor,
  mobile: Smartphone,
  tablet: Tablet,
  tv: Tv,
  console: Gamepad2,
  car: Car,
  wearable: Watch,
  camera: Camera,
  'smart speaker': Speaker,
  'smart display': HardDrive,
};

/** The icon of a row: a flag, a device or a brand; none for statistics where an icon would not help. */
export function RowIcon({ name, value }: { name: PanelName; value: string }) {
  switch (name) {
    case 'COUNTRY':
      return <Flag code={value} />;
    case 'CITY':
      return <Flag code={value.slice(-2)} />;
    case 'DEVICE':
      return <Icon icon={DEVICES[value] ?? MonitorSmartphone} />;
    case 'BROWSER':
      return <Brand name={value} icon={Globe} />;
    case 'OS':
      return <Brand name={value} icon={AppWindow} />;
    default:
      return null;
  }
}

function Flag({ code }: { code: string }) {
  if (!/^[A-Z]{2}$/.test(code)) return <Icon icon={Globe} />;
  return <img className="bar-row-icon" src={`/flags/${code}.svg`} alt="" width={20} height={13} />;
}

function Brand({ name, icon }: { name: string; icon: LucideIcon }) {
  const brand = BRANDS[name];
  // A mask, which is filled with the text color.
  return brand ? (
    <span className="bar-row-icon bar-row-brand" style={{ maskImage: `url(/brands/${brand}.svg)` }} />
  ) : (
    <Icon icon={icon} />
  );
}

function Icon({ icon: Shape }: { icon: LucideIcon }) {
  return (
    <span className="bar-row-icon">
      <Shape size={16} aria-hidden />
    </span>
  );
}
