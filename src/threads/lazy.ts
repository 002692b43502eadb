import { type KeptThread, keepThread, type ThreadOptions } from './keep.ts';

/** A thread that takes no memory before its first question. */
export interface LazyThread<Question, Answer> {
  /** Whether it was asked anything. */
  isStarted(): boolean;
  /** As `KeptThread.ask`; also throws the error with which the thread failed to start. */
  ask: KeptThread<Question, Answer>['ask'];
  close(): Promise<void>;
}

/** Creates a thread that starts with its first question; with the next one if it fails to start. */
export function lazyThread<Question, Answer>(options: ThreadOptions): LazyThread<Question, Answer> {
  let thread: Promise<KeptThread<Question, Answer>> | null = null;
  return {
    isStarted: () => thread !== null,
    async ask(question, moved) {
      thread ??= keepThread(options);
      const started = await thread.catch((error: unknown) => {
        thread = null;
        throw error;
      });
      return started.ask(question, moved);
    },
    async close() {
      await (await thread?.catch(() => null))?.close();
    },
  };
}
