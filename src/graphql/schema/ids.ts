import { decodeGlobalID } from '@pothos/plugin-relay';

/**
 * Decodes a global id of the given type, or a plain integer id as in REST. Returns 0 for any other text. No
 * row has the id 0, so the lookup fails as for any other unknown id.
 */
function rowId(typename: string, id: string): number {
  if (/^\d{1,9}$/.test(id)) return Number(id);
  try {
    const decoded = decodeGlobalID(id);
    return decoded.typename === typename && /^\d{1,9}$/.test(decoded.id) ? Number(decoded.id) : 0;
  } catch {
    return 0;
  }
}

/** Decodes the global id of a session. Returns an empty id, which no session has, for any other text. */
export function sessionId(id: string): string {
  try {
    const { typename, id: own } = decodeGlobalID(id);
    return typename === 'Session' ? own : '';
  } catch {
    return '';
  }
}

/** Decodes an optional id. An empty text is an unknown id like any other, so it never lifts a restriction. */
export const optionalId = (id: string | null | undefined, decode: (id: string) => number) =>
  id == null ? undefined : decode(id);

export const websiteId = (id: string): number => rowId('Website', id);
export const segmentId = (id: string): number => rowId('Segment', id);
export const sharedLinkId = (id: string): number => rowId('SharedLink', id);
export const annotationId = (id: string): number => rowId('Annotation', id);
export const goalId = (id: string): number => rowId('Goal', id);
export const funnelId = (id: string): number => rowId('SavedFunnel', id);
export const apiKeyId = (id: string): number => rowId('ApiKey', id);
export const teamId = (id: string): number => rowId('Team', id);
export const memberId = (id: string): number => rowId('Member', id);
export const secondFactorId = (id: string): number => rowId('SecondFactor', id);
export const identityId = (id: string): number => rowId('Identity', id);
export const importId = (id: string): number => rowId('Import', id);
