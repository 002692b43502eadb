// `npx footfall …` in the project, without npm's own second of start-up.
const [, , name, ...args] = process.argv;
if (name !== 'footfall') throw new Error(`npx ${name} is not Footfall's command line.`);
const main = new URL('../../../bin/footfall.js', import.meta.url);
process.argv = [process.argv[0], main.pathname, ...args];
await import(main.href);
