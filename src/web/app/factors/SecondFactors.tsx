import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useAsk, useChange } from '../../shared/client.ts';
import { momentOf } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { useForm } from '../forms/useForm.ts';
import { ConfirmPassword } from '../keys/ConfirmPassword.tsx';
import { useSession } from '../session.tsx';
import { usesPassword, WAYS_IN } from '../signOn/queries.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { SECOND_FACTORS, type SecondFactor } from './factors.ts';
import { canUsePasskeys } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RemoveFactor } from './RemoveFactor.tsx';
import { SET_UP, SetUpApp, type Setup } from './SetUpApp.tsx';
import './factors.css';

const CREATE_CODES = graphql(`
  mutation CreateRecoveryCodes {
    createRecoveryCodes {
      __typename
      ... on CreateRecoveryCodesSuccess {
        created {
          codes
        }
      }
      ...Refused
    }
  }
`);

/** The step that the panel shows below the list of second factors. */
type Step = { setup: Setup } | { codes: readonly string[] } | 'passkey' | null;

/** The second factors of the account: adds and removes them, and creates recovery codes. */
export function SecondFactors() {
  const [{ data, error, fetching }, refetch] = useAsk(
    SECOND_FACTORS,
    {},
    { requestPolicy: 'cache-and-network' },
  );
  const [{ data: ways }] = useAsk(WAYS_IN, {});
  const [, setUp] = useChange(SET_UP);
  const [, createCodes] = useChange(CREATE_CODES);
  const { busy, problem, send } = useForm();
  const [step, setStep] = useState<Step>(null);
  const [removing, setRemoving] = useState<SecondFactor | null>(null);
  /** What to repeat after the session was confirmed. */
  const [again, setAgain] = useState<(() => void) | null>(null);
  const [done, setDone] = useState('');
  const confirm = (action: () => void) => setAgain(() => action);
  const { viewer, update, retry } = useSession();
  const read = () => refetch({ requestPolicy: 'network-only' });
  const factors = data?.viewer?.secondFactors;
  const left = data?.viewer?.recoveryCodesLeft ?? 0;
  const hasApp = factors?.some(({ kind }) => kind === 'TOTP') ?? false;

  async function start() {
    setDone('');
    const result = await send(setUp({}));
    if (result?.__typename === 'ConfirmationRequired') confirm(start);
    if (result?.__typename === 'SetUpTotpSuccess') setStep({ setup: result.setup });
  }
  async function renew() {
    setDone('');
    const result = await send(createCodes({}));
    if (result?.__typename === 'ConfirmationRequired') confirm(renew);
    if (result?.__typename === 'CreateRecoveryCodesSuccess') show(result.created.codes);
  }
  function show(codes: readonly string[] | null) {
    setStep(codes && { codes });
    read();
  }

  function added(codes: readonly string[] | null) {
    setDone(t('factors.enabled'));
    // Without a request: its failure would hide the recovery codes, which are shown only once.
    if (viewer?.lacksSecondFactor) update({ ...viewer, lacksSecondFactor: false });
    show(codes);
  }

  return (
    <section className="card panel" aria-labelledby="factors">
      {removing && (
        <RemoveFactor
          factor={removing}
          isLast={factors?.length === 1}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
            setStep(null);
            setDone(t('factors.removed'));
            read();
            // The team may require a second factor.
            retry();
          }}
        />
      )}
      {again && (
        <ConfirmPassword
          onClose={() => setAgain(null)}
          onConfirmed={() => {
            setAgain(null);
            again();
          }}
        />
      )}
      <div className="panel-head">
        <h2 id="factors">{t('factors.title')}</h2>
        <p className="quiet">{t('factors.hint')}</p>
      </div>
      {error && !factors && !fetching && <Problem error={error} retry={read} />}
      {!factors && fetching && <div className="skeleton entries-wait" aria-busy="true" />}
      {factors?.length === 0 && <p>{usesPassword(ways) ? t('factors.none') : t('factors.noneSignOn')}</p>}
      {factors && factors.length > 0 && (
        <>
          <ul className="entries">
            {factors.map((factor) => (
              <Row key={factor.id} factor={factor} busy={busy} onRemove={() => setRemoving(factor)} />
            ))}
          </ul>
          {!step && (
            <p className={left === 0 ? 'error-text' : 'quiet'}>{t('recovery.left', { count: left })}</p>
          )}
        </>
      )}
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      {step === 'passkey' && <AddPasskey onConfirm={confirm} onClose={() => setStep(null)} onAdded={added} />}
      {step && step !== 'passkey' && 'setup' in step && (
        <SetUpApp
          setup={step.setup}
          replaces={hasApp}
          onConfirm={confirm}
          onClose={() => setStep(null)}
          onEnabled={added}
        />
      )}
      {step && step !== 'passkey' && 'codes' in step && (
        <RecoveryCodes codes={step.codes} onDone={() => setStep(null)} />
      )}
      <div className="row">
        {!step && factors && (
          <button type="button" className="button" disabled={busy} onClick={start}>
            {hasApp ? t('factors.replaceApp') : t('factors.addApp')}
          </button>
        )}
        {!step && factors && canUsePasskeys() && (
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => {
              setDone('');
              setStep('passkey');
            }}
          >
            {t('passkey.add')}
          </button>
        )}
        {!step && factors && factors.length > 0 && (
          <button type="button" className="button" disabled={busy} onClick={renew}>
            {t('recovery.create')}
          </button>
        )}
        <span role="status" className="status-good">
          {done}
        </span>
      </div>
    </section>
  );
}

function Row({ factor, busy, onRemove }: { factor: SecondFactor; busy: boolean; onRemove: () => void }) {
  const { kind, name, createdAt, lastUsedAt } = factor;
  return (
    <li>
      <div>
        <p className="entries-title">{name}</p>
        <p className="quiet">
          {[
            kind === 'PASSKEY' && t('passkey.kind'),
            t('factors.added', { moment: momentOf(createdAt) }),
            lastUsedAt && t('factors.lastUsed', { moment: momentOf(lastUsedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <button
        type="button"
        className="button"
        disabled={busy}
        aria-label={t('factors.removeNamed', { name })}
        onClick={onRemove}
      >
        {t('factors.remove')}
      </button>
    </li>
  );
}
