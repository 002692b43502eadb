import { BUNDLED } from './bundled.ts';
import type { RuleSource } from './rules.ts';
import { SYSTEM_FOLDER, systemRules } from './system.ts';

/** Whether a release of the IANA database, such as `2026f`, is newer than another. */
export const isNewer = (version: string, other: string) =>
  // After `2026z` comes `2026za`.
  version > other;

/**
 * Returns the time zones of the newest release: those of a folder if they are newer than those in Footfall.
 * Names that the folder does not have are looked up in Footfall.
 */
export function newestRules(folder: string, bundled: RuleSource = BUNDLED): RuleSource {
  const system = systemRules(folder);
  if (!system || !isNewer(system.version, bundled.version)) return bundled;
  return {
    version: system.version,
    origin: system.origin,
    names: new Set([...bundled.names, ...system.names]),
    zone: (name) => system.zone(name) ?? bundled.zone(name),
  };
}

let active: RuleSource | undefined;

/** The time zones of this process. */
export function activeRules(): RuleSource {
  active ??= newestRules(process.env.TZDIR || SYSTEM_FOLDER);
  return active;
}
