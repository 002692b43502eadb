import { type GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../errors.ts';
import type { MeasuredState, Measures, Refusal } from '../http/measure.ts';

/** The part of the response state that metrics are read from. */
export type MeasuredOperation = Pick<MeasuredState, 'operation' | 'refusal'>;

/** Refusal reasons by error code. Any other code means a malformed or invalid document (`malformed`). */
const BY_CODE: Record<string, Refusal> = {
  BAD_USER_INPUT: 'invalid',
  UNAUTHENTICATED: 'unauthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not_found',
  TOO_MANY_REQUESTS: 'rate_limit',
  TIMEOUT: 'timeout',
  INTERNAL: 'internal',
  UNAVAILABLE: 'unavailable',
  UNSUPPORTED_MEDIA_TYPE: 'media_type',
};

/** Records the cost and the type of each operation, and the reason if it is refused. */
export function measuredOperations(
  measures: Pick<Measures, 'cost'>,
): Plugin<{ measured: MeasuredOperation }, { measured: MeasuredOperation }> {
  return {
    onExecute({ args, context }) {
      const operation = getOperationAST(args.document, args.operationName)?.operation;
      if (operation !== undefined) context.measured.operation = operation;
    },
    onSubscribe({ args }) {
      const { measured } = args.contextValue as unknown as { measured: MeasuredOperation };
      measured.operation = 'subscription';
    },
    onResultProcess({ result, serverContext }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result) return;
      const { errors, extensions } = result as {
        errors?: readonly GraphQLError[];
        extensions?: { cost?: { requested?: number } };
      };
      const [error] = errors ?? [];
      if (error) serverContext.measured.refusal = refusalOf(error);
      const cost = extensions?.cost?.requested;
      if (cost !== undefined) measures.cost(cost);
    },
  };
}

function refusalOf({ originalError, extensions }: GraphQLError): Refusal {
  const reason = originalError instanceof AppError ? originalError.details.reason : undefined;
  return reason ?? BY_CODE[String(extensions.code)] ?? 'malformed';
}
