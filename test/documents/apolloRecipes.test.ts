import { describe } from '@jest/globals';
import { tryRecipes } from '../support/clients/installed.ts';

describe('a recipe for', () => tryRecipes(['apollo4'], ['events', 'typePolicies']));
