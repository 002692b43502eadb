/**
 * Matches the text of a decimal number, also with an exponent, as JSON has it. Not `1,5`: it may mean 1.5 or,
 * as `1,500` does, thousands.
 */
export const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
