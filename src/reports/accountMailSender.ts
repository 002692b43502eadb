import type { AccountMail } from '../auth/accountMails.ts';
import type { AuthDeps } from '../auth/context.ts';
import { composeMail } from './compose.ts';
import { letterOf, letterText } from './letter.ts';
import { letterHtml } from './letterHtml.tsx';
import type { Message } from './mailServer.ts';
import { wordsOf } from './words.ts';

/** What sending a mail about an account needs. Import it dynamically: it loads React and nodemailer. */

export { connectMailServer, MailServerAway } from './mailServer.ts';

/** Composes a mail in the language of the account. */
export async function composeAccountMail(
  mail: AccountMail,
  deps: Pick<AuthDeps, 'config' | 'now' | 'random'>,
): Promise<Message> {
  const words = await wordsOf(mail.language);
  const letter = letterOf(mail, deps.config, words);
  const content = {
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter, words.language),
  };
  return composeMail({ to: mail.to, ...content }, deps);
}
