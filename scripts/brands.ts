import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  AppWindow,
  BadgeDollarSign,
  Bell,
  Bot,
  Camera,
  Car,
  CornerDownRight,
  Gamepad2,
  Globe,
  Handshake,
  HardDrive,
  Headphones,
  Link2,
  type LucideIcon,
  Mail,
  MessageSquareText,
  Monitor,
  MonitorSmartphone,
  PanelTop,
  Search,
  ShoppingBag,
  Smartphone,
  Speaker,
  Tablet,
  Tv,
  Users,
  Video,
  Watch,
} from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Channel } from '../src/ingest/source/classify.ts';
import { BRANDS, DEVICES, slugOf } from '../src/web/stats/panels/brands.ts';

const require = createRequire(import.meta.url);

/** Icons that simple-icons does not have, and their names in bootstrap-icons. */
const BOOTSTRAP: Readonly<Record<string, string>> = {
  amazon: 'amazon',
  bing: 'bing',
  edge: 'browser-edge',
  linkedin: 'linkedin',
  microsoft: 'microsoft',
  microsoftteams: 'microsoft-teams',
  nintendo: 'nintendo-switch',
  openai: 'openai',
  slack: 'slack',
  windows: 'windows',
  xbox: 'xbox',
};

const OF_CHANNELS: Readonly<Record<Channel, LucideIcon>> = {
  Direct: CornerDownRight,
  'Organic Search': Search,
  'Paid Search': Search,
  'Organic Social': Users,
  'Paid Social': Users,
  'Organic Video': Video,
  'Paid Video': Video,
  'Organic Shopping': ShoppingBag,
  'Paid Shopping': ShoppingBag,
  Email: Mail,
  Affiliates: Handshake,
  Display: PanelTop,
  'AI Assistants': Bot,
  SMS: MessageSquareText,
  'Mobile Push': Bell,
  Audio: Headphones,
  Referral: Link2,
  'Paid Other': BadgeDollarSign,
};

const OF_DEVICES: Readonly<Record<string, LucideIcon>> = {
  desktop: Monitor,
  mobile: Smartphone,
  tablet: Tablet,
  tv: Tv,
  console: Gamepad2,
  wearable: Watch,
  car: Car,
  camera: Camera,
  'smart display': HardDrive,
  'smart speaker': Speaker,
};

/** Icons for what has none of its own. */
const OTHERS: Readonly<Record<string, LucideIcon>> = {
  'any-browser': Globe,
  'any-system': AppWindow,
  'any-device': MonitorSmartphone,
  'any-source': Link2,
  'any-place': Globe,
  direct: CornerDownRight,
};

/**
 * Writes the icons of rows into a folder, one SVG file each: brands of simple-icons (CC0) and bootstrap-icons
 * (MIT), and shapes of lucide (ISC) for channels and devices. As files they are no part of the JavaScript. A
 * browser loads only those of the rows that it shows.
 */
export async function writeBrands(folder: string): Promise<void> {
  await mkdir(folder);
  for (const name of new Set(BRANDS.values())) {
    const other = BOOTSTRAP[name];
    const file = other ? `bootstrap-icons/icons/${other}.svg` : `simple-icons/icons/${name}.svg`;
    await cp(require.resolve(file), path.join(folder, `${name}.svg`));
  }
  const shapes = [
    ...Object.entries(OF_CHANNELS).map(([name, icon]) => [`channel-${slugOf(name)}`, icon] as const),
    ...DEVICES.map((name) => [`device-${slugOf(name)}`, OF_DEVICES[name] ?? MonitorSmartphone] as const),
    ...Object.entries(OTHERS),
  ];
  for (const [name, icon] of shapes) {
    const svg = renderToStaticMarkup(createElement(icon, { xmlns: 'http://www.w3.org/2000/svg' }));
    await writeFile(path.join(folder, `${name}.svg`), svg);
  }
}
