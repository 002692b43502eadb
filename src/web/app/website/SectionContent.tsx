import { lazy, Suspense } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import { DeleteWebsite } from './DeleteWebsite.tsx';
import { Dropped } from './Dropped.tsx';
import { ExportWebsite } from './ExportWebsite.tsx';
import { Install } from './Install.tsx';
import { PageLink } from './links/PageLink.tsx';
import { SharedLinks } from './links/SharedLinks.tsx';
import { Reports } from './Reports.tsx';
import { ExclusionSettings, GeneralSettings, PrivacySettings, ReportSettings } from './Settings.tsx';
import type { Section } from './sections.ts';
import type { Website, WebsiteData } from './website.ts';

const Imports = lazy(() => import('./imports/Imports.tsx'));

interface Props {
  section: Section;
  website: Website;
  data: Pick<WebsiteData, 'sendsReports' | 'clientAddress' | 'proxyProblem'>;
}

/** What a section shows. */
export function SectionContent({ section, website, data }: Props) {
  switch (section) {
    case 'install':
      return <Install website={website} />;
    case 'general':
      return (
        <>
          <GeneralSettings website={website} />
          <ExportWebsite website={website} />
        </>
      );
    case 'sharing':
      return (
        <>
          <PrivacySettings website={website} />
          <PageLink website={website} />
          <SharedLinks website={website} />
        </>
      );
    case 'reports':
      return (
        <>
          <Reports website={website} sendsReports={data.sendsReports} />
          <ReportSettings website={website} sendsReports={data.sendsReports} />
        </>
      );
    case 'exclusions':
      return (
        <>
          <ExclusionSettings website={website} address={data.clientAddress} problem={data.proxyProblem} />
          <Dropped
            id={website.id}
            domain={website.domain}
            from={website.period.from}
            to={website.period.to}
          />
        </>
      );
    case 'import':
      return (
        <Boundary className="card">
          <Suspense fallback={<div className="card skeleton website-wait" aria-busy="true" />}>
            <Imports website={website} />
          </Suspense>
        </Boundary>
      );
    case 'danger':
      return <DeleteWebsite id={website.id} domain={website.domain} />;
  }
}
