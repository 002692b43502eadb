/** Runs the commands that it receives as messages, one after the other, as the built command line does. */
import { fileURLToPath } from 'node:url';

const cli = new URL('../../dist/cli.js', import.meta.url);

class Exit extends Error {}
process.exit = (code) => {
  process.exitCode = code;
  throw new Exit();
};

let commands = 0;
process.on('message', async ({ args, env }) => {
  process.argv = [process.execPath, fileURLToPath(cli), ...args];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = 0;
  const ended = { code: 0, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text) => {
      ended[name] += text;
      return true;
    };
  // The query makes Node evaluate the entry again; the modules that it imports stay loaded.
  await import(`${cli.href}?${commands++}`).catch((error) => {
    if (error instanceof Exit) return;
    ended.stderr += `${error.stack}\n`;
    process.exitCode = 1;
  });
  process.send({ ...ended, code: process.exitCode });
});
