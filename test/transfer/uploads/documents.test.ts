import { expect, test } from '@jest/globals';
import { blocksOf } from '../../support/documents/blocks.ts';
import { openShell } from '../../support/documents/shell.ts';
import { makeCombinedLog } from '../../support/transfer/combinedLog.ts';
import { startUploadServer } from '../../support/transfer/uploads.ts';

test('the commands of docs/api.md upload, show, start and undo an import', async () => {
  const block = blocksOf('docs/api.md').find(({ text }) => text.includes('-T access.log'));
  const commands = (block?.text ?? '').split(/\n(?=curl)/);
  await using uploads = await startUploadServer();
  const { server } = uploads;
  await using shell = await openShell({ SERVER: server.url, KEY: server.key });
  const log = makeCombinedLog({ hits: 5, others: 0 }).bytes.toString();
  expect(await shell.run(`cat > access.log <<'END'\n${log}END`)).toMatchObject({ code: 0 });
  const states: string[] = [];
  for (const command of commands) {
    const { code, stdout, stderr } = await shell.run(command);
    expect([code, stderr]).toEqual([0, '']);
    states.push(JSON.parse(stdout).data.state);
    await server.deps.imports?.idle();
  }
  expect(states).toEqual(['reading', 'ready', 'running', 'undoing']);
});
