import type { AppError } from '../../errors.ts';
import type { Outcome } from '../../ingest/hit.ts';

/** A request from a tracker. */
export interface TrackerRequest {
  path: string;
  /** Its parameters, decoded. Of several with one name, the last one. */
  query: Record<string, string>;
  /** The body: a value of JSON, or the fields of a form. Undefined for none, and for one that is neither. */
  body: unknown;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
}

/** The fields of a hit, as `ingest/request/payload.ts` reads them. Their values are unchecked. */
export interface HitFields {
  page: unknown;
  referrer?: unknown;
  language?: unknown;
  screen_resolution?: unknown;
  event?:
    | {
        name: unknown;
        value?: unknown;
        properties?: unknown;
        revenue?: { amount: unknown; currency: unknown } | undefined;
      }
    | undefined;
  properties?: unknown;
  /** The id by which a hit that is sent again counts once. */
  id?: unknown;
  hash?: unknown;
  /** Undefined: a header with Do Not Track drops the hit. If the field is missing, it does not. */
  dnt?: undefined;
}

/** A hit in the terms of Footfall. */
export interface TranslatedHit {
  fields: HitFields;
  /** Ids of its website in that product; empty if the tracker sends none. */
  websites: string[];
  /** Whether the script sends addresses and referrers again without a new pageview. False by default. */
  repeats?: boolean;
  /** Whether the script found that no person uses the browser. */
  isBot?: boolean;
  /** The User-Agent of the visitor, if a server sends the hit. Any client can choose its own anyway. */
  userAgent?: string | undefined;
  /** Names of sent fields that have no counterpart. */
  ignored?: string[];
}

/** What became of a hit. */
export interface HitResult {
  /** The reason for which it was dropped; null if it was counted, and if it was refused. */
  outcome: Outcome;
  /** Why it was refused; null if it was not. */
  error: AppError | null;
}

/** A successful answer, whose status is 200 unless it says otherwise. */
export interface TrackerAnswer {
  status?: number;
  type?: string;
  body: string | Buffer;
}

/** A request that was understood. */
export interface Translation {
  /** Empty for requests that count nothing, such as heartbeats. */
  hits: TranslatedHit[];
  /** @param results of the hits, in their order. */
  answer(results: readonly HitResult[]): TrackerAnswer;
}

/** Requests of a tracker with one method to one path. */
export interface TrackerRoute {
  method: 'GET' | 'POST';
  /** `*` stands for one segment. A slash at the end makes no difference. */
  path: string;
  /** Understands a request; null if it is not one of this product: several share their paths. */
  read(request: TrackerRequest): Translation | null;
}

/** What the server does for the tracker of another product. */
export interface Tracker {
  routes: TrackerRoute[];
  /** Whether its script sends credentials, so that answers must name the origin of the page. */
  credentials?: boolean;
  /** Request headers of its script, in lower case, that a preflight must allow besides Content-Type. */
  headers?: readonly string[];
  /** Whether its script sends a request again, or fails on the page, that was answered 400. */
  needsSuccess?: boolean;
}
