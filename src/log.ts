import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Creates a log with JSON lines in production, and readable lines in a terminal. Addresses and User-Agents
 * are never logged.
 * @param level a level of pino; `silent` for no output.
 * @param to the destination of JSON lines; standard output by default.
 */
export function createLog(level: string, readable: boolean, to?: DestinationStream): Log {
  // Synchronous: at exit, an asynchronous destination would retry forever to write to a pipe without a
  // reader.
  if (!readable) return pino({ level }, to ?? pino.destination({ dest: 1, sync: true }));
  return pino({
    level,
    transport: {
      target: 'pino-pretty',
      options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname', messageFormat: '{msg}' },
    },
  });
}
