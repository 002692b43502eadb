import { readFileSync } from 'node:fs';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Receives an error message about a variable. */
export type Report = (problem: string) => void;

/**
 * Variables by their names, each with its schema, and the part of the error message that says what would be
 * right: a text after "must be", or a function that returns the text after "must".
 */
export type VariableRules = Readonly<
  Record<string, readonly [z.ZodType, string | ((text: string) => string | null)]>
>;

/** The values of variables, by their names. */
export type VariableValues<Rules extends VariableRules> = {
  [Name in keyof Rules]: z.output<Rules[Name][0]>;
};

/** A rule for which `problemOf` finds the end of the error message "… must"; null if the text is right. */
export const without = (problemOf: (text: string) => string | null) =>
  z.string().refine((text) => problemOf(text) === null);

/**
 * Returns the value of a variable: of a secret, the content of the file that `NAME_FILE` names, without the
 * newline at its end.
 */
function readValue(name: string, isSecret: boolean, env: Environment, report: Report): string | undefined {
  const file = isSecret && env[`${name}_FILE`];
  if (!file) return env[name];
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    report(`${name}_FILE must name a file that can be read; ${file} cannot (${code}).`);
    return undefined;
  }
}

/**
 * Reads variables, and the files of secrets that they name. An empty variable counts as unset.
 * @param secrets names of the variables that contain secrets.
 * @param prefix what the names of the variables have before those of the rules.
 * @returns the right values; those of wrong variables, which are reported, are missing.
 */
export function readVariables<Rules extends VariableRules>(
  rules: Rules,
  env: Environment,
  { secrets, report, prefix = '' }: { secrets: readonly string[]; report: Report; prefix?: string },
): Partial<VariableValues<Rules>> {
  const values: Record<string, unknown> = {};
  for (const [own, [rule, right]] of Object.entries(rules)) {
    const name = prefix + own;
    const value = readValue(name, secrets.includes(own), env, report);
    const result = rule.safeParse(value || undefined);
    if (result.success) values[own] = result.data;
    // Without the value, because a secret must not be logged.
    else report(`${name} must ${typeof right === 'string' ? `be ${right}` : right(value ?? '')}.`);
  }
  return values as Partial<VariableValues<Rules>>;
}
