import type { Dimensions, Hit, HitEvent } from '../../ingest/hit.ts';
import { VISIT_GAP_MS } from '../../ingest/store/visits.ts';
import { createSorter, type Sorter } from './sorter.ts';

/** Hits that are sorted in memory. */
const RUN = 50_000;

/** A hit with its position in the files. */
export interface ReadHit {
  hit: Hit;
  file: number;
  line: number;
}

/** The names of the dimensions, in the order of {@link encode}. */
const NAMES = [
  ...(['referrer', 'campaign', 'source', 'channel', 'utm_source', 'utm_medium', 'utm_term'] as const),
  ...(['utm_content', 'browser', 'os', 'device', 'language', 'resolution'] as const),
  ...(['continent', 'country', 'city'] as const),
] satisfies (keyof Dimensions)[];

/** Sorts hits by time. Those of the same time keep their order. */
export function createHitSorter(folder: string | undefined, runSize = RUN): Sorter<ReadHit> {
  return createSorter<ReadHit>({
    folder,
    runSize,
    sizeOf: ({ hit }) => sizeOfHit(hit),
    compare: (one, other) => one.hit.at - other.hit.at || one.file - other.file || one.line - other.line,
    prepare: forgetDimensions,
    encode,
    decode: createDecoder(),
  });
}

/** Bytes of a hit without the characters of its texts. */
const HIT_BYTES = 400;

/** Bytes of a hit in memory, roughly. Texts that several hits share count for each of them. */
export function sizeOfHit({ path, host, clickId, properties, event, dimensions }: Hit): number {
  const texts = [path, host, clickId, properties, event?.name, ...NAMES.map((name) => dimensions[name])];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), HIT_BYTES);
}

/** Visitors whose latest hits are kept. */
const MAX_VISITORS = 100_000;

/**
 * Removes the dimensions of hits that cannot open a visit, because a hit of the same visitor is just before
 * them: they are most of what is stored of a hit.
 */
function forgetDimensions(run: readonly ReadHit[]): void {
  const latest = new Map<bigint, Hit>();
  for (const { hit } of run) {
    const before = latest.get(hit.visitor);
    if (before && before.day === hit.day && hit.at - before.at <= VISIT_GAP_MS)
      hit.dimensions = NO_DIMENSIONS;
    if (latest.size >= MAX_VISITORS) latest.clear();
    latest.set(hit.visitor, hit);
  }
}

const NO_DIMENSIONS = Object.freeze({}) as Dimensions;

/** Events have bigints, which JSON does not know. */
type EncodedEvent = Omit<HitEvent, 'revenue'> & { revenue?: [amount: string, currency: string] };

function encodeEvent({ revenue, ...event }: HitEvent): EncodedEvent {
  return revenue ? { ...event, revenue: [String(revenue.amount), revenue.currency] } : event;
}

function decodeEvent({ revenue, ...event }: EncodedEvent): HitEvent {
  return revenue ? { ...event, revenue: { amount: BigInt(revenue[0]), currency: revenue[1] } } : event;
}

function encode({ hit, file, line }: ReadHit): string {
  const { websiteId, at, day, hour, path, host, clickId, properties, event, visitor, dimensions } = hit;
  return JSON.stringify([
    ...[file, line, websiteId, at, day, hour, path, host, clickId, properties, String(visitor)],
    event && encodeEvent(event),
    ...(dimensions === NO_DIMENSIONS ? [] : NAMES.map((name) => dimensions[name])),
  ]);
}

type Encoded = [
  ...position: [file: number, line: number],
  ...moment: [websiteId: number, at: number, day: number, hour: number],
  ...texts: [path: string, host: string, clickId: string, properties: string | null],
  ...rest: [visitor: string, event: EncodedEvent | null, ...dimensions: string[]],
];

/** Texts that are kept once, however many hits have them; and their characters. */
const MAX_TEXTS = 50_000;
const MAX_CHARACTERS = 4 * 2 ** 20;

/** Creates a function that reads what {@link encode} wrote. Equal texts share their memory. */
function createDecoder(): (text: string) => ReadHit {
  const texts = new Map<string, string>();
  let characters = 0;
  const shared = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    characters += text.length;
    if (texts.size >= MAX_TEXTS || characters > MAX_CHARACTERS) {
      texts.clear();
      characters = text.length;
    }
    texts.set(text, text);
    return text;
  };
  return (text) => {
    const [file, line, websiteId, at, day, hour, path, host, clickId, properties, visitor, event, ...values] =
      JSON.parse(text) as Encoded;
    const dimensions = values.length === 0 ? NO_DIMENSIONS : ({} as Dimensions);
    for (let index = 0; index < values.length; index += 1)
      dimensions[NAMES[index] as keyof Dimensions] = shared(values[index] as string);
    const hit: Hit = {
      websiteId,
      at,
      day,
      hour,
      path: shared(path),
      host: shared(host),
      clickId,
      properties,
      event: event && decodeEvent(event),
      visitor: BigInt(visitor),
      dimensions,
    };
    return { hit, file, line };
  };
}
