import { expect, test } from '@jest/globals';
import { createNotices } from '../../src/db/postgresql/notices.ts';
import { freshDatabase } from '../support/database.ts';
import { breakNotices } from '../support/postgresql/notices.ts';
import { eventually } from '../support/site.ts';

test('messages reach other instances only, are sent together, and survive a broken connection', async () => {
  await using database = await freshDatabase();
  const [sender, receiver] = [createNotices(database.url), createNotices(database.url)];
  try {
    const own: number[] = [];
    const heard: (readonly number[])[] = [];
    sender.listen((ids) => void own.push(...ids));
    receiver.listen((ids) => void heard.push(ids));
    await eventually('both listen', () => sender.isListening() && receiver.isListening());
    const many = Array.from({ length: 1_500 }, (_, index) => 2_147_480_000 + index);
    sender.send([1]);
    sender.send([2]);
    await eventually('two messages', () => heard.flat().length === 2);
    sender.send(many);
    await eventually('all messages', () => heard.flat().length === 1_502);
    expect(heard.flat()).toEqual([1, 2, ...many]);
    // A message has at most 8,000 bytes.
    expect(heard.length).toBeLessThanOrEqual(5);
    await breakNotices(database.url);
    await eventually('the break is noticed', () => !sender.isListening() && !receiver.isListening());
    sender.send([7]);
    await eventually('both listen again', () => sender.isListening() && receiver.isListening());
    sender.send([8]);
    await eventually('the message', () => heard.flat().includes(8));
    expect(own).toEqual([]);
  } finally {
    await Promise.all([sender.close(), receiver.close()]);
  }
});
