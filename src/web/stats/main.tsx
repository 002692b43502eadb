import { mount } from '../shared/mount.tsx';
import { PageDocument } from './documents.ts';
import { linkHeaders } from './link/sharedLink.ts';
import { StatisticsPage } from './StatisticsPage.tsx';

mount('stats', <StatisticsPage />, { headers: linkHeaders, first: PageDocument.toString() });
