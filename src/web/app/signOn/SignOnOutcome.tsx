import { useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '../../shared/i18n/t.ts';
import { isSuccess, takeOutcome } from './outcome.ts';

/** Says what a login with an identity provider led to, until another page is opened. */
export function SignOnOutcome({ className }: { className?: string }) {
  const [{ outcome, path }] = useState(takeOutcome);
  const [current] = useLocation();
  if (outcome === null || path !== current) return null;
  const good = isSuccess(outcome);
  return (
    <div className={className}>
      <p className={good ? 'status-good' : 'error-text'} role={good ? 'status' : 'alert'}>
        {t(`signOn.code.${outcome}`)}
      </p>
    </div>
  );
}
