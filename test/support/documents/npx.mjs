// `npx footfall …` without npm's start-up time of about one second.
const [, , name, ...args] = process.argv;
if (name !== 'footfall') throw new Error(`npx ${name} is not supported; only npx footfall is.`);
const main = new URL('../../../bin/footfall.js', import.meta.url);
process.argv = [process.argv[0], main.pathname, ...args];
await import(main.href);
