import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines in production, readable lines in a terminal. No address and no User-Agent is ever handed to it.
 * @param level pino's level, `silent` for none.
 * @param to where JSON lines go; standard output by default.
 */
export function createLog(level: string, readable: boolean, to?: DestinationStream): Log {
  // Synchronous: an asynchronous one would try for ever, at exit, to write to a pipe that nobody reads any more.
  if (!readable) return pino({ level }, to ?? pino.destination({ dest: 1, sync: true }));
  return pino({
    level,
    transport: {
      target: 'pino-pretty',
      options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname', messageFormat: '{msg}' },
    },
  });
}
