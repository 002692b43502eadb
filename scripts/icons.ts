/**
 * `npm run icons`: draws the icons of the installed page in src/web/public/icons from the logo. Browsers need
 * them as PNG.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../src/root.ts';
import { launchBrowser } from '../test/support/browser.ts';

const folder = path.join(root, 'src/web/public/icons');
const logo = await readFile(path.join(root, 'src/web/shared/footfall.svg'), 'utf8');
/** Systems cut icons into their own shape: the square is filled, and the drawing keeps to its middle. */
const filled = logo
  .replace(' rx="8"', '')
  .replace('<g ', '<g transform="translate(16 16) scale(.75) translate(-16 -16)" ');

/** The names, sizes in pixels and drawings of the icons. */
const ICONS = [
  ['icon-192', 192, logo],
  ['icon-512', 512, logo],
  ['maskable-512', 512, filled],
  ['apple-touch-icon', 180, filled],
] as const;

const browser = await launchBrowser();
try {
  await mkdir(folder, { recursive: true });
  for (const [name, size, svg] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
    await page.screenshot({ path: path.join(folder, `${name}.png`), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
