import { useCallback, useEffect, useRef, useState } from 'react';
import { useAsk } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Problem } from '../../../shared/Problem.tsx';
import type { Website } from '../website.ts';
import { ImportList } from './ImportList.tsx';
import { IMPORTS, isActive, isOpen } from './imports.ts';
import { OpenImport } from './OpenImport.tsx';
import { UploadForm } from './UploadForm.tsx';
import './imports.css';

/** Number of imports that are listed first, and the most that the server lists at once. */
const [FIRST, MOST] = [20, 100];
/** How often the progress of an import is read, in ms. */
const POLL_MS = 2_000;

/** Imports of statistics from files: upload, preview, progress, and the list with undo. */
export default function Imports({ website }: { website: Pick<Website, 'id' | 'databaseId'> }) {
  const [first, setFirst] = useState(FIRST);
  const [{ data, error, fetching }, ask] = useAsk(
    IMPORTS,
    { id: website.id, first },
    { requestPolicy: 'cache-and-network' },
  );
  const refresh = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  const imports = data?.website?.imports;
  const isBusy = imports?.nodes.some(isActive) ?? false;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [isBusy, refresh]);

  const heading = useRef<HTMLHeadingElement>(null);
  const shown = imports?.nodes
    .filter(isOpen)
    .map(({ id, state }) => `${id} ${state}`)
    .join();
  const before = useRef(shown);
  useEffect(() => {
    const isReplaced = before.current !== undefined && before.current !== shown;
    before.current = shown;
    // The button that was pressed has gone with its form.
    if (isReplaced && document.activeElement === document.body) heading.current?.focus();
  }, [shown]);

  if (!data || !imports) {
    if (fetching) return <div className="card skeleton website-wait" aria-busy="true" />;
    return error ? (
      <div className="card">
        <Problem error={error} retry={refresh} />
      </div>
    ) : null;
  }
  // Imports of the command line run beside one that is uploaded.
  const open = imports.nodes.filter(isOpen);
  const isUploaded = open.some(({ startedBy }) => startedBy !== 'command_line');
  const finished = imports.nodes.filter((row) => !isOpen(row));
  return (
    <>
      <section className="card panel" aria-labelledby="import">
        <div className="panel-head">
          <h2 id="import" ref={heading} tabIndex={-1}>
            {t('imports.title')}
          </h2>
          <p className="quiet">{t('imports.hint')}</p>
        </div>
        {open.map((row) => (
          <OpenImport key={row.id} row={row} onChange={refresh} />
        ))}
        {!isUploaded && (
          <UploadForm website={website.databaseId} sources={data.importSources} onDone={refresh} />
        )}
      </section>
      <section className="card panel" aria-labelledby="imports">
        <h2 id="imports">{t('imports.list')}</h2>
        {finished.length === 0 ? (
          <p className="quiet">{t('imports.none')}</p>
        ) : (
          <ImportList rows={finished} sources={data.importSources} onChange={refresh} />
        )}
        {imports.totalCount > imports.nodes.length && first < MOST && (
          <div className="row">
            <button type="button" className="button" onClick={() => setFirst(MOST)}>
              {t('imports.more')}
            </button>
          </div>
        )}
      </section>
    </>
  );
}
