import { grouped } from '../../shared/i18n/format.ts';
import { rich, t } from '../../shared/i18n/t.ts';
import type { LiveState } from '../../shared/live/keepStream.ts';
import type { Live } from './useLive.ts';
import './now.css';

interface Props {
  live: LiveState<Live>;
  /** Whether the page shows what happens now. */
  shown: boolean;
  onToggle: () => void;
}

/**
 * The number of present visitors, as a button that shows what they do. Without a connection it has no number,
 * which would be an old one.
 */
export function Now({ live, shown, onToggle }: Props) {
  if (live.status === 'ended') return null;
  const isLost = live.status === 'reconnecting';
  const count = live.status === 'live' ? live.data.visitors : null;
  return (
    <button
      type="button"
      className={`button now now-${isLost ? 'lost' : live.status}`}
      aria-pressed={shown}
      title={count === null ? t('live.title') : t('live.present', { count })}
      onClick={onToggle}
    >
      <span className="now-pulse" aria-hidden />
      {count === null ? (
        <>
          <span className="visually-hidden">{t('live.title')}</span>
          <span className="now-wait" aria-hidden={!isLost}>
            {isLost ? t('live.reconnecting') : '–'}
          </span>
        </>
      ) : (
        <span>
          {rich('live.now', {
            count: grouped(count),
            number: (content) => <strong>{content}</strong>,
            word: (content) => <span className="now-word">{content}</span>,
          })}
        </span>
      )}
    </button>
  );
}
