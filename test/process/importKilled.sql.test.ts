import { test } from '@jest/globals';
import { beforeImports, beginStoring, db, finish, start } from '../support/transfer/importProcesses.ts';

beforeImports();

test('an import that was killed is done once after the restart', async () => {
  await using running = await start();
  const id = await beginStoring(running);
  await running.stop('SIGKILL');
  // As if a minute had passed, after which the process is taken as ended.
  await db.write((tx) => tx.import.update({ where: { id }, data: { activeAt: new Date(0) } }));
  await finish(id);
});
