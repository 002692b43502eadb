// `npx footfall …`, run by the process behind the socket: npm and the command line take two seconds to start.
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';

const [, , name, ...args] = process.argv;
if (name !== 'footfall') throw new Error(`npx ${name} is not supported; only npx footfall is.`);
const socket = connect(process.env.FOOTFALL_TEST_CLI);
socket.end(JSON.stringify({ args, env: process.env }));
const { code, stdout, stderr } = await json(socket);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
