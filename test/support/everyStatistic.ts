/**
 * Selects statistics of a website or period, each under its name, such as
 * `page: stats(name: PAGE, first: 10) { sum }`.
 * @param names names of statistics as in REST.
 * @param args the other arguments, such as `first: 10`.
 * @param fields the selected fields, such as `sum`.
 */
export function everyStatistic(names: readonly string[], args: string, fields: string, prefix = ''): string {
  return names
    .map((name) => `${prefix}${name}: stats(name: ${name.toUpperCase()}, ${args}) { ${fields} }`)
    .join('\n');
}
