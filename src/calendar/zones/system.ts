import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RuleSource } from './rules.ts';
import { readTzif } from './tzif.ts';

/** The folder of the system's time zones, unless the environment variable `TZDIR` names another one. */
export const SYSTEM_FOLDER = '/usr/share/zoneinfo';

/**
 * Reads which release of the IANA database is in a folder of compiled time zones. Only its text file
 * `tzdata.zi` names the release.
 * @returns null if there is no such folder or file.
 */
export function systemRules(folder: string): RuleSource | null {
  const text = readText(path.join(folder, 'tzdata.zi'));
  const version = text && /^# version (\d{4}[a-z]+)\b/.exec(text)?.[1];
  if (!version) return null;
  // `Z name …` is a time zone, `L target name` a link.
  const names = [...text.matchAll(/^(?:Z|L \S+) (\S+)/gm)].map(([, name = '']) => name);
  const known = new Set(names.filter((name) => name !== 'Factory'));
  return {
    version,
    origin: folder,
    names: known,
    zone(name) {
      if (!known.has(name)) return null;
      try {
        return readTzif(readFileSync(path.join(folder, name)));
      } catch {
        // Some systems have the old names in another package, which is not installed.
        return null;
      }
    },
  };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
}
