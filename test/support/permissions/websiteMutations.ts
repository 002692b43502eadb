import { type Attempt, input } from './mutations.ts';
import { DOOMED_WEBSITE, doomedOf, rowOf } from './rows.ts';
import { DOOMED_BEARER } from './world.ts';

const FILTER = 'filter: { page: { in: ["/new"] } }';
const STEPS = `steps: [{ ${FILTER} }, { ${FILTER} }]`;

const create = (fields: (count: number) => string): Attempt => ({
  args: ({ website }, count) => input(`websiteId: "${website}", ${fields(count)}`),
});
const change = (fields = ''): Attempt => ({
  args: ({ website }) => input(`id: "${rowOf(website)}", ${fields}`),
});
const remove: Attempt = { args: ({ website }) => input(`id: "${doomedOf(website)}"`), isFinal: true };

/** The mutations of websites, and of what belongs to them. */
export const WEBSITE_MUTATIONS: Record<string, Attempt> = {
  createWebsite: { args: (_viewer, count) => input(`url: "https://new-${count}.test"`) },
  updateWebsite: { args: ({ website }) => input(`id: "${website}", excludeBots: true`) },
  deleteWebsite: {
    args: () => input(`id: "${DOOMED_WEBSITE}"`),
    headers: { 'website key': DOOMED_BEARER },
    isFinal: true,
  },
  createAnnotation: create((count) => `text: "New ${count}"`),
  updateAnnotation: change('public: false'),
  deleteAnnotation: remove,
  createFunnel: create((count) => `name: "New ${count}", ${STEPS}`),
  updateFunnel: change('strict: false'),
  deleteFunnel: remove,
  createGoal: create((count) => `name: "New ${count}", ${FILTER}`),
  updateGoal: change(),
  deleteGoal: remove,
  createSegment: create((count) => `name: "New ${count}", ${FILTER}`),
  updateSegment: change(),
  deleteSegment: remove,
  'deleteSegment (with keys)': { ...change(), granted: /are limited to this segment/ },
  createSharedLink: create((count) => `name: "New ${count}"`),
  updateSharedLink: change(),
  deleteSharedLink: remove,
  startImport: { ...change(), granted: /^input\.id: Import \d+ is failed/ },
  undoImport: remove,
  sendReport: {
    args: ({ website }) => input(`id: "${website}", period: "none"`),
    granted: /^input\.period/,
  },
  unlockSharedLink: { args: (_viewer, count) => input(`token: "none ${count}", password: "none"`) },
  unlockStatistics: {
    args: (_viewer, count) => input(`trackingId: "none-${count}", password: "none"`),
  },
  unsubscribeFromReports: { args: () => input('token: "none"') },
};
