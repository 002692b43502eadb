import { decodeGlobalID } from '@pothos/plugin-relay';

/**
 * The integer id behind a global id of the given type, or behind the plain id that REST shows. 0, which no row
 * has, for what is neither: it is then not found like any other.
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

/** The id of a session behind its global id; empty, which none has, for what is none. */
export function sessionId(id: string): string {
  try {
    const { typename, id: own } = decodeGlobalID(id);
    return typename === 'Session' ? own : '';
  } catch {
    return '';
  }
}

export const websiteId = (id: string): number => rowId('Website', id);
export const apiKeyId = (id: string): number => rowId('ApiKey', id);
