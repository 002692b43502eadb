import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/root.ts';

interface Rule {
  readonly regex: string;
  readonly regex_flag?: string;
  readonly family_replacement?: string;
  readonly os_replacement?: string;
  readonly device_replacement?: string;
}

interface Rules {
  readonly user_agent_parsers: readonly Rule[];
  readonly os_parsers: readonly Rule[];
  readonly device_parsers: readonly Rule[];
}

/** The result of uap-core for a User-Agent: families in its own terms, `Other` if unknown. */
export interface Families {
  readonly browser: string;
  readonly os: string;
  /** A model, or one of a few generic terms: `Spider`, `Generic Smartphone`, `Mac`. */
  readonly device: string;
}

type Finder = (userAgent: string) => string;

/** The first matching rule determines the family: by its replacement, otherwise by its first group. */
function finder(rules: readonly Rule[], replacement: (rule: Rule) => string | undefined): Finder {
  const compiled = rules.map((rule) => ({
    pattern: new RegExp(rule.regex, rule.regex_flag),
    family: replacement(rule),
  }));
  return (userAgent) => {
    for (const { pattern, family } of compiled) {
      const match = pattern.exec(userAgent);
      if (match === null) continue;
      return (family ?? '$1').replaceAll(/\$(\d)/g, (_, group) => match[Number(group)] ?? '').trim();
    }
    return 'Other';
  };
}

/**
 * Loads the rules of the package uap-core (ua-parser, the parser behind many log tools) and applies them as
 * its docs/specification.md describes. It shares neither rules nor test data with Footfall's detector, so its
 * results are independent.
 */
export function loadUapCore(): (userAgent: string) => Families {
  const file = path.join(root, 'node_modules/uap-core/regexes.yaml');
  const rules: Rules = parse(readFileSync(file, 'utf8'));
  const browser = finder(rules.user_agent_parsers, (rule) => rule.family_replacement);
  const os = finder(rules.os_parsers, (rule) => rule.os_replacement);
  const device = finder(rules.device_parsers, (rule) => rule.device_replacement);
  return (userAgent) => ({ browser: browser(userAgent), os: os(userAgent), device: device(userAgent) });
}
