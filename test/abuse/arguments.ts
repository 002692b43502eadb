import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/**
 * Generates arguments of a field, with parentheses; empty for none. They are valid and vary between calls.
 */
export function argumentsOf(
  field: string,
  definition: GraphQLField<unknown, unknown> | undefined,
  world: World,
  random: Random,
): string {
  if (field === '__type') return `(name: "${random.of(['Website', 'Query', '__Type', 'StatName'])}")`;
  const texts = (definition?.args ?? []).flatMap(({ name, type }) => {
    if (!isNonNullType(type) && random.below(3) === 0) return [];
    return [`${name}: ${valueFor(name, type, world, random)}`];
  });
  // A website and a period are each identified by one of two sets of arguments.
  const chosen =
    field === 'website' && definition?.args.length
      ? [`trackingId: "${world.trackingId}"`]
      : field === 'period' && texts.length > 0 && random.below(2)
        ? texts.filter((text) => !text.startsWith('name'))
        : texts;
  const period =
    field === 'period' && definition?.args.length && !chosen.some((text) => text.startsWith('from'))
      ? ['name: ALL']
      : chosen;
  return period.length > 0 ? `(${period.join(', ')})` : '';
}

function valueFor(name: string, type: GraphQLInputType, world: World, random: Random): string {
  const inner = getNullableType(type);
  const number = random.below(1_000_000);
  if (name === 'ids') return '$ids';
  if (name === 'first') return String(random.of([10, 100]));
  if (name === 'after')
    return JSON.stringify(Buffer.from(`row:${random.below(3_000)}`).toString('base64url'));
  if (name === 'search') return JSON.stringify(random.of(['a', 'articles', 'E', String(number % 100), 'zz']));
  if (name === 'from') return `"2026-09-${10 + random.below(20)}"`;
  if (name === 'to') return `"2026-11-${10 + random.below(11)}"`;
  if (name === 'trackingId') return JSON.stringify(random.of([world.trackingId, `t${number}`]));
  if (name === 'id' || name === 'websiteId') return JSON.stringify(random.of(world.ids));
  // A random one would only be unknown.
  if (name === 'segment') return 'null';
  if (name === 'password') return `"a long password ${number}"`;
  if (name === 'email' && inner.toString() === 'String') return `"e${number}@example.com"`;
  if (name === 'url') return `"u${number}.test/${'x'.repeat(number % 1_000)}"`;
  if (name === 'timezone') return '"Europe/Berlin"';
  if (isEnumType(inner)) return random.of(inner.getValues()).name;
  if (isListType(inner)) return `[${valueFor(`${name} item`, inner.ofType, world, random)}]`;
  if (isInputObjectType(inner)) {
    // A filter contains filters; few of them, so that the text is finite.
    const fields = Object.values(inner.getFields()).filter(
      ({ type: of }) => isNonNullType(of) || random.below(getNamedType(of) === inner ? 8 : 2) === 1,
    );
    const values = fields.map((field) => `${field.name}: ${valueFor(field.name, field.type, world, random)}`);
    return `{ ${values.join(', ')} }`;
  }
  if (inner.toString() === 'Boolean') return random.of(['true', 'false']);
  if (inner.toString() === 'DateTime') return '"2027-01-01T00:00:00Z"';
  if (inner.toString() === 'Int') return String(number);
  return `"${number.toString(36)}"`;
}
