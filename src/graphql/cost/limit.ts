import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { hasSegment } from '../../auth/viewer.ts';
import { AppError, toHttp } from '../../errors.ts';
import type { Context } from '../../request/context.ts';
import { countWebsites } from '../../stats/portfolio.ts';
import { toGraphQL, tooCostly } from '../errors.ts';
import { LIMITS, operationLimit as operationLimitOf } from './cost.ts';
import { type OperationCost, operationCost } from './operation.ts';
import { createRunningLimit, type RunningLimit } from './running.ts';

/** Returns why an operation is refused; null if it is within the limits. */
function excess({ points, depth, breadth }: OperationCost, most: number): string | null {
  if (depth > LIMITS.depth)
    return `The operation is ${depth} fields deep; at most ${LIMITS.depth} are allowed.`;
  if (breadth > LIMITS.breadth) {
    return (
      `The operation has more than ${LIMITS.breadth} fields, including those of each fragment spread. ` +
      'Split the operation.'
    );
  }
  if (points > most) {
    return (
      `The operation costs ${points} points; at most ${most} are allowed. ` +
      'Request fewer rows, or split the operation.'
    );
  }
  return null;
}

/** Each error contains the whole value of its variable, which takes 8 ms for one of 10,000 fields. */
const MAX_VARIABLE_ERRORS = 5;

/** Yoga's context of a request, which includes the resolvers' context. */
type LimitContext = Partial<Context>;

/**
 * The cost of an operation that may run; the error of one that exceeds a limit (`refused`); the errors of one
 * whose variables have wrong values (`wrong`).
 */
export type Charged = { points: number } | { refused: GraphQLError } | { wrong: readonly GraphQLError[] };

/**
 * Takes the cost of an operation from the viewer's budget, unless the cost exceeds the limit of one operation
 * or the rest of the budget. Sets `context.spent`.
 */
export async function charge(args: ExecutionArgs): Promise<Charged> {
  const context = args.contextValue as Context;
  const { errors, ...ofOperation } = costOf(args, context);
  const cost = await withWebsites(ofOperation, context);
  const operationLimit = operationLimitOf(context.viewer);
  const asked = { requested: cost.points, operationLimit };
  const excessive = excess(cost, operationLimit);
  if (excessive !== null) {
    context.spent = { ...asked, ...(await context.budget.allowance()) };
    return { refused: tooCostly(excessive) };
  }
  try {
    context.spent = { ...asked, ...(await context.budget.spend(cost.points)) };
    return errors ? { wrong: errors } : { points: cost.points };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.spent = { ...asked, ...(await context.budget.allowance()) };
    return { refused: tooManyRequests(error) };
  }
}

/**
 * Refuses operations that exceed the limits of one operation or the viewer's remaining budget of this minute.
 * Adds the cost of every executable operation to `extensions.cost`.
 * @param running limits what runs at once for one viewer.
 * @param accepted receives the document of each operation that is executed.
 */
export function costLimits(
  accepted: (document: DocumentNode) => void,
  running: RunningLimit = createRunningLimit(),
): Plugin<LimitContext> {
  return {
    async onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const charged = await charge(args);
      if ('refused' in charged) return setResultAndStopExecution({ errors: [charged.refused] });
      if ('wrong' in charged) return setExecuteFn(() => ({ errors: charged.wrong.map(asBadRequest) }));
      accepted(args.document);
      const { requester } = args.contextValue as Context;
      if (!requester) return;
      setExecuteFn(async (given: ExecutionArgs) => {
        let end: () => void;
        try {
          end = await running.enter(requester, charged.points);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return { errors: [refusal(error)] };
        }
        try {
          return await executeFn(given);
        } finally {
          end();
        }
      });
    },
    onExecutionResult({ result, context, setResult }) {
      const { spent } = context as LimitContext;
      if (!spent || !result || Array.isArray(result) || Symbol.asyncIterator in result) return;
      const { requested, limit, remaining, resetAt } = spent;
      const cost = { requested, limit, remaining, resetAt };
      setResult({ ...result, extensions: { ...result.extensions, cost } });
    },
  };
}

/** Returns the error of a wrong variable with the status that the executor would give it. */
const asBadRequest = ({ message, nodes, originalError, extensions }: GraphQLError): GraphQLError =>
  new GraphQLError(message, {
    nodes: nodes ?? null,
    originalError: originalError ?? null,
    extensions: { ...extensions, http: { ...(extensions.http as object | undefined), status: 400 } },
  });

/** Adds the points for the websites of the viewer's team. */
async function withWebsites(cost: OperationCost, context: Context): Promise<OperationCost> {
  if (cost.perWebsite === 0) return cost;
  const websites = await countWebsites(context);
  return { ...cost, points: Math.ceil(cost.points + cost.perWebsite * websites) };
}

/**
 * Computes the cost of an operation. One with invalid variables costs one point; the result has their errors
 * then.
 */
function costOf(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  { now, viewer }: Context,
): OperationCost & { errors?: readonly GraphQLError[] } {
  const nothing = { points: 1, perWebsite: 0, depth: 0, breadth: 0 };
  const operation = getOperationAST(document, operationName);
  if (!operation) return nothing;
  const definitions = operation.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, variableValues ?? {}, {
    maxErrors: MAX_VARIABLE_ERRORS,
  });
  if (!coerced) return { ...nothing, errors };
  const asked = {
    variables: coerced,
    now: now(),
    most: LIMITS.breadth,
    filtered: hasSegment(viewer),
  };
  return operationCost(schema, document, operation, asked);
}

/** Creates the error for an exhausted budget: 429 with `Retry-After`, as in REST. */
export const tooManyRequests = (error: AppError): GraphQLError => refusal(error);

/** Creates the error of an operation that is not executed, with the status and headers of REST. */
function refusal(error: AppError): GraphQLError {
  const { message, extensions } = toGraphQL(error);
  const { status, headers } = toHttp(error);
  return new GraphQLError(message, { extensions: { ...extensions, http: { status, headers } } });
}
