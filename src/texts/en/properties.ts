/** Texts of properties of events and pageviews on the statistics page. */
export const properties = {
  'value.empty': '(empty)',
  // Conditions on a property. Without a name, they are entries of a list.
  'condition.anyProperty': 'Property',
  'condition.hadAnyProperty': 'Had property',
  'condition.neverAnyProperty': 'Never had property',
  'condition.hadProperty': 'Had property “{name}”',
  'condition.neverProperty': 'Never had property “{name}”',
  'operator.gt': 'is greater than',
  'operator.gte': 'is at least',
  'operator.lt': 'is less than',
  'operator.lte': 'is at most',
  'operator.exists': 'is given',
  'operator.existsNot': 'is missing',
  'editor.property': 'Name of the property',
  'editor.number': 'Number',

  'properties.title': 'Properties',
  'properties.of': 'Properties of {label}',
  'properties.event': 'Event',
  'properties.pageviews': 'All pageviews',
  'properties.names': 'Properties',
  'properties.search': 'Search properties',
  'properties.none': 'No properties in this period.',
  'properties.notFound': 'No properties found.',
  'properties.what':
    'Events and pageviews can have properties, such as a plan or a price. The tracking script sends them.',
  'properties.back': 'All properties',
  'properties.values': 'Values of {name}',
  'properties.value': 'Value',
  'properties.more': 'The first {shown} of {total} values. Search to find the others.',
} as const;
