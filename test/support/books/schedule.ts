import { type Person, type Sending, type Site, sending, somebody, type Throw } from './traffic.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Periods with traffic, in UTC: days on which clocks change, and the end of a month. */
const STRETCHES = [
  ['2026-10-03T10:00Z', '2026-10-04T20:00Z'],
  ['2026-10-24T12:00Z', '2026-10-26T06:00Z'],
  ['2026-10-31T10:00Z', '2026-11-02T12:00Z'],
] as const;

/** Every local day with traffic on any website, and the days around them. */
export const DAYS = [
  ...['2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05', '2026-10-23', '2026-10-24', '2026-10-25'],
  ...['2026-10-26', '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'],
];

/** The moments at which a local day begins or clocks change. */
const TURNS = [
  ...['2026-10-03T13:30Z', '2026-10-03T15:30Z', '2026-10-04T13:00Z'], // Lord Howe: Sunday, clocks, Monday
  ...['2026-10-24T22:00Z', '2026-10-25T01:00Z', '2026-10-25T23:00Z'], // Berlin: Sunday, clocks, Monday
  ...['2026-10-31T13:00Z', '2026-10-31T23:00Z'], // November begins on Lord Howe, in Berlin
  ...['2026-11-01T04:00Z', '2026-11-01T06:00Z', '2026-11-02T05:00Z'], // New York: Sunday, clocks, Monday
];

const AROUND = [-30 * MINUTE - 1, -30 * MINUTE, -1, 0, 30 * MINUTE - 1, 30 * MINUTE];
const GAPS = [
  SECOND,
  5 * MINUTE,
  30 * MINUTE - 1,
  30 * MINUTE,
  30 * MINUTE + 1,
  31 * MINUTE,
  2 * 60 * MINUTE,
];

/**
 * Hits with the same timestamp, sent concurrently; the order of two hits of one visitor makes no difference.
 */
export interface Moment {
  at: number;
  sendings: Sending[];
}

function times({ pick }: Throw): number[] {
  const all = new Set<number>();
  for (const [from, to] of STRETCHES) {
    for (let at = Date.parse(from); at < Date.parse(to); at += pick(GAPS)) all.add(at);
  }
  for (const turn of TURNS) for (const shift of AROUND) all.add(Date.parse(turn) + shift);
  return [...all].sort((a, b) => a - b);
}

/**
 * Some 2,000 hits over three periods. Only a few people are active at a time, so that gaps of every length
 * occur.
 */
export function schedule(sites: readonly Site[], random: Throw): Moment[] {
  let about: Person[] = [];
  return times(random).map((at, index) => {
    if (index % 12 === 0) about = Array.from({ length: 6 }, () => somebody(random));
    const people = new Map(
      about.map((person) => [`${person.agent.userAgent} ${person.address.spellings[0]}`, person]),
    );
    const sendings: Sending[] = [];
    for (const site of sites) {
      for (const person of people.values()) {
        if (random.chance(0.6)) continue;
        const one = sending(at, site, person, random);
        sendings.push(one);
        if (random.chance(0.15)) sendings.push(one); // A duplicate with the same timestamp.
      }
    }
    return { at, sendings };
  });
}
