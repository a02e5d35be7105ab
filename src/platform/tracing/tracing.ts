import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts of a span. Never personal data: no query, no body, no value of a statement. */
type SpanFacts = Readonly<Record<string, string | number | undefined>>;

export type Span = {
  traceId: string;
  /** W3C Trace Context, by which other work continues the trace. */
  traceparent: string;
  rename(name: string): void;
  add(facts: SpanFacts): void;
  /** @param failure kind of error; undefined if the work succeeded */
  end(failure?: string): void;
};

export type SpanKind = 'server' | 'client' | 'internal';

export type SpanStart = {
  name: string;
  kind?: SpanKind;
  facts?: SpanFacts;
  /** Epoch ms, of work that has already ended. */
  startedAt?: number;
  /** A `traceparent`. If it is missing or malformed, a trace begins. */
  parent?: string | null | undefined;
};

type StartSpan = (span: SpanStart) => Span;
type Shared = { start: StartSpan | undefined; current: AsyncLocalStorage<Span> };

/** Found by name: pages are bundled with a copy of this module. */
const SHARED = Symbol.for('forecourt.tracing');
const globals = globalThis as { [SHARED]?: Shared };
globals[SHARED] ??= { start: undefined, current: new AsyncLocalStorage() };
const shared: Shared = globals[SHARED];

/** @param start undefined ends tracing */
export function setTracer(start: StartSpan | undefined): void {
  shared.start = start;
}

export const isTracing = (): boolean => shared.start !== undefined;

/** The span that the present work belongs to; undefined without tracing. */
export const currentSpan = (): Span | undefined => shared.current.getStore();

/** Starts a span that the caller ends: a child of `parent`, else of the current span, else the first of a trace. */
export const startSpan = (span: SpanStart): Span | undefined =>
  shared.start?.({ ...span, parent: span.parent ?? currentSpan()?.traceparent });

/** Like `startSpan`, but only within traced work, so that polling makes no traces. */
export const startChild = (span: SpanStart): Span | undefined => currentSpan() && startSpan(span);

/** Runs `work` with this span as the current one; the caller ends it. */
export const withSpan = <T>(span: Span, work: () => T): T => shared.current.run(span, work);

/** For work that traced work starts but that does not belong to it. */
export const outsideSpans = <T>(work: () => T): T => shared.current.exit(work);

async function run<T>(span: Span | undefined, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    const value = await withSpan(span, () => work(span));
    span.end();
    return value;
  } catch (error) {
    span.end(error instanceof Error ? error.name : 'unknown');
    throw error;
  }
}

/** Runs `work` in a span as by `startSpan`. Without tracing it only runs. */
export const inTrace = <T>(span: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> =>
  run(startSpan(span), work);

/** Runs `work` in a span as by `startChild`. */
export const inSpan = <T>(span: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> =>
  run(startChild(span), work);
