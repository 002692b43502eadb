/**
 * `npm run time-zones`: writes src/calendar/zones/rules.json from the installed version of the npm package
 * moment-timezone. Run it after an upgrade of the package. Review the difference before you commit it.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../src/root.ts';
import { readRules, rulesFile } from './timeZoneRules.ts';

const rules = readRules();
await writeFile(path.join(root, 'src/calendar/zones/rules.json'), rulesFile(rules));
process.stdout.write(`src/calendar/zones/rules.json has the time zone rules ${rules.version}.\n`);
