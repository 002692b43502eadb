import type { CompiledMessage } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import type { Key } from '../../../texts/en/index.ts';
import {
  type Given,
  type PlainKey,
  type Rich,
  type Translator,
  translatorOf,
} from '../../../texts/translator.ts';

export type { PlainKey };

let translator = translatorOf('en', {});

/**
 * Sets the texts of the page, and the locale of its numbers and dates.
 * @param tag a BCP 47 tag of the language of the texts, such as `de-AT`.
 */
export function setTexts(tag: string, compiled: Readonly<Record<string, CompiledMessage>>): void {
  translator = translatorOf(tag, compiled);
}

/** The texts of the page; another object after a change of the language. */
export const currentTranslator = (): Translator => translator;

/** The compiled texts of the page by key, and under `en:…` the English of messages of the server. */
export const currentTexts = () => translator.texts;

/** The locale of numbers and dates. */
export const currentLocale = (): string => translator.locale;

/** A text in the language of the page. Call it while rendering: modules are loaded before the texts. */
export const t = <K extends Key>(key: K, ...given: Given<K>): string => translator.t(key, ...given);

/** A text with elements. Its tags are functions that make an element of their content. */
export const rich = <K extends Key>(key: K, values: Rich<K, ReactNode>): ReactNode =>
  translator.rich<K, ReactNode>(key, values, joined);

const joined = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
