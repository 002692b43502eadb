import { mount } from '../shared/mount.tsx';
import { linkHeaders } from './link/sharedLink.ts';
import { StatisticsPage } from './StatisticsPage.tsx';

mount('stats', <StatisticsPage />, linkHeaders);
