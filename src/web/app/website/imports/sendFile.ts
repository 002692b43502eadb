import { t } from '../../../shared/i18n/t.ts';
import { errorInWords } from '../../../shared/userErrors.ts';

/** A file to upload. */
export interface FileToSend {
  file: File;
  /** The id of the website in the REST API. */
  website: number;
  /** The name of a source; empty to recognize it by the content. */
  source: string;
  /** The id of the import in the REST API to which the file is added; null for a new import. */
  importId: number | null;
}

interface Answer {
  data?: { id: number };
  message?: string;
  errors?: Record<string, string[]>;
}

/**
 * Uploads a file. `fetch` does not report how much of a body was sent.
 * @param onProgress called with the number of bytes that were sent.
 * @returns the id of the import in the REST API.
 * @throws Error with a text for people; AbortError if `signal` was aborted.
 */
export function sendFile(
  { file, website, source, importId }: FileToSend,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const query = new URLSearchParams({ name: file.name });
  if (source) query.set('source', source);
  if (importId !== null) query.set('import', String(importId));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1/imports/${website}?${query}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const { data, errors, message } = (request.response ?? {}) as Answer;
      if (request.status === 201 && data) resolve(data.id);
      else {
        const reasons = Object.values(errors ?? {}).flat();
        const messages = reasons.length > 0 ? reasons : message ? [message] : [];
        reject(new Error(messages.map(errorInWords).join(' ') || t('error.unknown')));
      }
    };
    request.onerror = () => reject(new Error(t('error.unreachable')));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
