import { mount } from '../shared/mount.tsx';
import { StatisticsPage } from './StatisticsPage.tsx';

mount(<StatisticsPage />);
