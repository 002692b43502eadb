import { describe } from '@jest/globals';
import { tryRecipes } from '../support/clients/installed.ts';

describe('a recipe for', () => tryRecipes(['events', 'iterate', 'urql', 'request']));
