import { NoticeBrand } from '../shared/NoticeBrand.tsx';
import { FirstHeader } from './FirstHeader.tsx';

/** The frame of a page of the account area: its header, or the card of the login page. */
export function FirstApp({ account }: { account: boolean }) {
  if (!account)
    return (
      <div className="notice">
        <NoticeBrand />
        <div className="card first-card">
          <div className="skeleton" />
        </div>
      </div>
    );
  return (
    <>
      <FirstHeader account />
      <main className="view" aria-busy="true">
        <div className="card first-card">
          <div className="skeleton" />
        </div>
      </main>
    </>
  );
}
