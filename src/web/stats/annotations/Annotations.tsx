import { MessageSquarePlus } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Opening } from '../shortcuts/Opening.tsx';
import type { Period, Website } from '../types.ts';
import { Marks } from './Marks.tsx';
import type { Annotation } from './marks.ts';

const AnnotationsDialog = lazy(() => import('./AnnotationsDialog.tsx'));

interface Props {
  period: Period;
  website: Website;
  /** Whether the viewer is logged in. Only the website's owner can add and change notes. */
  account: boolean;
}

/** The notes on the chart and, for the owner, a button to add one. */
export default function Annotations({ period, website, account }: Props) {
  const isOwner = account && website.owned !== null;
  const [ids, setIds] = useState<string[] | null>(null);
  const open = useCallback((opened: Annotation[]) => setIds(opened.map(({ id }) => id)), []);
  return (
    <>
      <Marks period={period} onOpen={isOwner ? open : null} />
      {isOwner && (
        <button
          type="button"
          className="button plain chart-add-note"
          aria-haspopup="dialog"
          onClick={() => setIds([])}
        >
          <MessageSquarePlus size={16} aria-hidden />
          {t('notes.add')}
        </button>
      )}
      {ids && (
        <Boundary className="part-failed-dialog card">
          <Suspense fallback={<Opening />}>
            <AnnotationsDialog
              website={website}
              annotations={period.annotations.filter(({ id }) => ids.includes(id))}
              day={[period.to, website.today].sort()[0] ?? website.today}
              onClose={() => setIds(null)}
            />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
