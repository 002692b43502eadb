import { describe, expect, test } from '@jest/globals';
import {
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';
import codegen from '../../codegen.ts';
import manifest from '../../package.json' with { type: 'json' };
import { APOLLO_3, GRAPHQL_CLIENTS } from '../../scripts/clients/packages.ts';
import { schema } from '../../src/graphql/schema/index.ts';
import { DOCUMENT, readRecipes } from '../support/clients/graphql.ts';
import { TRIALS } from '../support/clients/recipes.ts';
import { blocksOf, readDocument } from '../support/documents/blocks.ts';

/** The list of types in a recipe. */
function typesIn(recipe: string): string[] {
  const list = /const EMBEDDED = \[([^;]+)\];/.exec(readRecipes().get(recipe) ?? '')?.[1] ?? '';
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name).sort();
}

interface Found {
  /** Types without an id. */
  all: Set<string>;
  /** Those that are the value of a field, and not only items of a list. */
  single: Set<string>;
}

/** The types without an id that operations, except mutations, can return. */
function typesWithoutId(): Found {
  const found: Found = { all: new Set(), single: new Set() };
  const visited = new Set<GraphQLObjectType>();
  function visit(type: GraphQLObjectType): void {
    if (visited.has(type)) return;
    visited.add(type);
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      const values = isObjectType(named)
        ? [named]
        : isAbstractType(named)
          ? schema.getPossibleTypes(named)
          : [];
      for (const value of values) {
        if (!('id' in value.getFields())) {
          found.all.add(value.name);
          const isItem = isListType(getNullableType(field.type)) || type.name.endsWith('Edge');
          if (!isItem) found.single.add(value.name);
        }
        visit(value);
      }
    }
  }
  for (const type of [schema.getQueryType(), schema.getSubscriptionType()]) if (type) visit(type);
  return found;
}

describe(DOCUMENT, () => {
  test('has only recipes that are tried', () => {
    const tried = Object.keys(TRIALS);
    const recipes = [...readRecipes().keys()];
    expect(recipes.filter((name) => name !== 'typePolicies').sort()).toEqual(tried.sort());
    const blocks = blocksOf(DOCUMENT).filter(({ language }) => language === 'ts');
    expect(blocks).toHaveLength(recipes.length);
  });

  test('names the versions of the clients that are tried, and those of npm test', () => {
    const table = [...readDocument(DOCUMENT).matchAll(/^\| \[(.+?)\]\(.+?\) \| ([\d.]+) \| (.*?) ?\|$/gm)];
    const packages: Record<string, string> = {
      'Apollo Client 4': '@apollo/client',
      urql: 'urql',
      graphcache: '@urql/exchange-graphcache',
      Relay: 'relay-runtime',
      'GraphQL Code Generator': '@graphql-codegen/cli',
    };
    const installed: Record<string, string> = manifest.devDependencies;
    expect(table.length).toBe(9);
    for (const [, name = '', version = '', mark] of table) {
      const tried: Record<string, string> = name === 'Apollo Client 3' ? APOLLO_3 : GRAPHQL_CLIENTS;
      const of = name === 'Apollo Client 3' ? '@apollo/client' : (packages[name] ?? name);
      expect([name, tried[of]]).toEqual([name, version]);
      if (mark === '✓') expect([name, installed[of]?.replace('^', '')]).toEqual([name, version]);
    }
  });

  test('lists every type without an id for Apollo Client', () => {
    expect(typesIn('typePolicies')).toEqual([...typesWithoutId().single].sort());
  });

  test('lists every type without an id for graphcache, which knows connections', () => {
    const others = [...typesWithoutId().all].filter((name) => !/(Connection|Edge|PageInfo)$/.test(name));
    expect(typesIn('graphcache')).toEqual(others.sort());
  });

  test('has the types of all scalars for each generator, as Footfall itself uses them', () => {
    const scalars = codegen.generates['test/gql/'].config.scalars;
    const own = Object.values(schema.getTypeMap()).filter(
      ({ astNode: _, name, ...type }) => 'parseLiteral' in type && /^[A-Z]/.test(name),
    );
    const specified = ['String', 'Int', 'Float', 'Boolean', 'ID'];
    expect(
      own
        .map(({ name }) => name)
        .filter((name) => !specified.includes(name))
        .sort(),
    ).toEqual(Object.keys(scalars).sort());
    const text = readDocument(DOCUMENT);
    const [relay] = [...text.matchAll(/"customScalarTypes": (\{[^}]+\})/g)];
    expect(JSON.parse(relay?.[1] ?? '')).toEqual(scalars);
    for (const [name, type] of Object.entries(scalars)) {
      expect(readRecipes().get('codegen')).toContain(`${name}: '${type}'`);
      expect(readRecipes().get('tada')).toContain(`${name}: ${type}`);
    }
  });
});
