import type { Client } from '../../src/ingest/device/userAgent.ts';
import { browserName, deviceName, systemName } from './accuracyNames.ts';

/** One User-Agent and its labels, in Footfall's names; parts that the set does not label are absent. */
export interface LabelledCase extends Partial<Client> {
  readonly userAgent: string;
  /** Absent if the set labels it as neither. */
  readonly kind?: 'crawler' | 'browser';
  /** Its share of the set's traffic, if known. */
  readonly weight?: number;
}

export interface LabelledSet {
  readonly name: string;
  /** The source of the labels. */
  readonly labels: string;
  readonly cases: readonly LabelledCase[];
  /** The numbers of excluded cases by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
  /** Whether the thresholds apply to this set: only if `npm ci` installs all that measuring it needs. */
  readonly held: boolean;
}

/** A case with the labels of its set. */
export interface RawCase {
  readonly userAgent: string;
  readonly kind?: 'crawler' | 'browser';
  readonly weight?: number;
  readonly browser?: string | undefined;
  readonly os?: string | undefined;
  readonly device?: string | undefined;
}

/**
 * Translates a set's labels, and counts exclusions by reason. For equal User-Agents the first case counts.
 */
export class SetBuilder {
  readonly #cases = new Map<string, LabelledCase>();
  readonly #leftOut = new Map<string, number>();

  has(userAgent: string): boolean {
    return this.#cases.has(userAgent.trim());
  }

  leaveOut(reason: string): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  add(raw: RawCase): void {
    const userAgent = raw.userAgent.trim();
    const known = this.#cases.get(userAgent);
    const browser = raw.browser === undefined ? undefined : browserName(raw.browser);
    const os = raw.os === undefined ? undefined : systemName(raw.os);
    const device = raw.device === undefined ? undefined : deviceName(raw.device);
    for (const [part, label, name] of [
      ['browser', raw.browser, browser],
      ['os', raw.os, os],
      ['device', raw.device, device],
    ]) {
      if (label !== undefined && name === undefined) this.leaveOut(`${part} "${label}"`);
    }
    this.#cases.set(userAgent, {
      userAgent,
      ...(raw.kind && { kind: raw.kind }),
      ...(browser !== undefined && { browser }),
      ...(os !== undefined && { os }),
      ...(device !== undefined && { device }),
      ...known,
      ...(raw.weight !== undefined && { weight: (known?.weight ?? 0) + raw.weight }),
    });
  }

  build(name: string, labels: string, held: boolean): LabelledSet {
    return { name, labels, held, cases: [...this.#cases.values()], leftOut: this.#leftOut };
  }
}
