import type { CompiledQuery, Logger, OperationNode } from 'kysely';
import { currentSpan, type Span, startChild } from '#src/platform/tracing/tracing.ts';
import type { Engine } from './database.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};

/** First words of raw statements that are named; their text is not. */
const RAW_OPERATION = /^\s*(begin|commit|rollback|select|insert|update|delete|with|vacuum|pragma)\b/i;

type Node = OperationNode & { readonly [key: string]: unknown };

/** The first table that a statement names. */
function tableOf(query: Node): string | undefined {
  const from = (query.from as { froms?: readonly Node[] } | undefined)?.froms?.[0];
  let node = (query.into ?? query.table ?? from) as Node | undefined;
  if (node?.kind === 'AliasNode') node = node.node as Node;
  if (node?.kind !== 'TableNode') return undefined;
  return (node.table as { identifier: { name: string } }).identifier.name;
}

/** Operation and table of a statement, never its text or values. */
export function statementName({ query, sql }: CompiledQuery): { operation: string; table?: string } {
  const operation = OPERATIONS[query.kind];
  if (operation === undefined) return { operation: RAW_OPERATION.exec(sql)?.[1]?.toLowerCase() ?? 'other' };
  const table = tableOf(query as unknown as Node);
  return { operation, ...(table !== undefined && { table }) };
}

const SYSTEMS: Record<Engine, string> = { sqlite: 'sqlite', postgres: 'postgresql' };

/** An import has thousands. */
const MAX_STATEMENTS_OF_SPAN = 100;

/** Kysely's `log` option: a span for each of the first statements of traced work. */
export function traceQueries(engine: Engine): Logger {
  const traced = new WeakMap<Span, number>();
  return (event) => {
    const parent = currentSpan();
    if (!parent) return;
    const count = (traced.get(parent) ?? 0) + 1;
    traced.set(parent, count);
    if (count > MAX_STATEMENTS_OF_SPAN) return;
    const { operation, table } = statementName(event.query);
    const span = startChild({
      name: table === undefined ? operation : `${operation} ${table}`,
      kind: 'client',
      facts: {
        'db.system.name': SYSTEMS[engine],
        'db.operation.name': operation,
        'db.collection.name': table,
      },
      startedAt: Date.now() - event.queryDurationMillis,
    });
    span?.end(event.level === 'error' ? 'database_error' : undefined);
  };
}
