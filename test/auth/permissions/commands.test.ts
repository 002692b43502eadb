import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { program } from '../../../src/cli/program.ts';
import { namesIn } from '../../support/permissions/table.ts';

/** The commands below a command that do something, with their names. */
function commandsOf(parent: Command, above = ''): { name: string; command: Command }[] {
  return parent.commands.flatMap((command) => {
    const name = `${above}${command.name()}`;
    const inner = commandsOf(command, `${name} `);
    const acts = '_actionHandler' in command && command._actionHandler;
    return acts ? [{ name, command }, ...inner] : inner;
  });
}

const COMMANDS = commandsOf(program());

test('docs/permissions.md has a row for every command: add one to the table "Commands"', () => {
  expect(namesIn('Commands').sort()).toEqual(COMMANDS.map(({ name }) => `\`${name}\``).sort());
});

test('a command that takes the id of a row says that it is one of any team, and how to find it', () => {
  expect(program().description()).toContain('in every team');
  const websites = COMMANDS.flatMap(({ name, command }) =>
    command.options
      .filter(({ long }) => long === '--website')
      .map(({ description }) => ({ name, description })),
  );
  expect(websites.length).toBeGreaterThan(10);
  const silent = websites.filter(({ description }) => !/of (any|the) team/.test(description));
  expect(silent).toEqual([]);
  const ids = COMMANDS.flatMap(({ name, command }) =>
    command.registeredArguments
      .filter((argument) => argument.name() === 'id')
      .map(({ description }) => ({ name, description })),
  );
  expect(ids.length).toBeGreaterThan(5);
  expect(ids.filter(({ description }) => !/as shown by `footfall [\w-]+ list`$/.test(description))).toEqual(
    [],
  );
});

test('a command that acts for a member takes the team of a member of several teams', () => {
  const acting = COMMANDS.filter(({ command }) =>
    command.options.some(
      ({ long, description }) => long === '--email' && / of (a|the) member /.test(description),
    ),
  );
  expect(acting.map(({ name }) => name).sort()).toEqual(['api-key create', 'website create']);
  for (const { command } of acting)
    expect(command.options.find(({ long }) => long === '--team')?.description).toMatch(
      /required for a member of several teams$/,
    );
});
