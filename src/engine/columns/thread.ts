/** The program of a worker thread that answers questions (threads.ts), with its own connection and cache. */
import { AppError } from '../../errors.ts';
import { lowerPriority } from '../../threads/priority.ts';
import { type Service, serveThread } from '../../threads/serve.ts';
import { movedBy, type ThreadAnswer, type ThreadData, type ThreadQuestion } from './messages.ts';
import { openAnalysisService } from './read/service.ts';

class Cancelled extends Error {}

async function open({
  databaseUrl,
  statementMs,
  maxValues,
  cancelled,
}: ThreadData): Promise<Service<ThreadQuestion, ThreadAnswer>> {
  const service = await openAnalysisService(databaseUrl, { statementMs, maxValues });
  lowerPriority();
  return {
    async answer(question) {
      if (question.kind === 'unsealed')
        return { kind: 'unsealed', days: await service.unsealed(question.ranges) };
      if (question.kind === 'growing')
        return { kind: 'growing', days: await service.growing(question.ranges, question.minimum) };
      if (question.kind === 'build') {
        const { open, days } = question;
        return { kind: 'built', chunks: await (open ? service.buildOpen(days) : service.build(days)) };
      }
      if (question.kind === 'unsummed')
        return { kind: 'unsummed', months: await service.unsummed(question.ranges) };
      if (question.kind === 'sum') return { kind: 'summed', sums: await service.sum(question.months) };
      if (question.kind === 'damaged') return { kind: 'damaged', damaged: service.damaged() };
      try {
        const { asked, now, number, slot } = question;
        const running = () => {
          if (Atomics.load(cancelled, slot) === number) throw new Cancelled('The question was cancelled.');
        };
        if (question.kind === 'share')
          return {
            kind: 'share',
            ...(await service.share(asked, { now, running, share: question.share })),
          };
        const { shared, minDivided } = question;
        return { kind: 'answers', ...(await service.answer(asked, { now, running, shared, minDivided })) };
      } catch (error) {
        // Errors lose their own properties between threads.
        if (!(error instanceof AppError)) throw error;
        const { kind, message, details } = error;
        return { kind: 'refused', error: { kind, message, details } };
      }
    },
    moved: movedBy,
    close: () => service.close(),
  };
}

await serveThread(open);
