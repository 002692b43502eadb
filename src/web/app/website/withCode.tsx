import { Fragment } from 'react';

/** Shows the parts of a text between backticks as code. */
export function withCode(text: string) {
  const parts = text.split('`').map((part, index) => ({
    key: `${index} ${part}`,
    content: index % 2 === 1 ? <code>{part}</code> : part,
  }));
  return parts.map(({ key, content }) => <Fragment key={key}>{content}</Fragment>);
}
