import type { SpanContext } from "@opentelemetry/api";
import { AppError } from "./errors.ts";

/*
 * The interface between tracing and the rest of the code. `tracing/start-tracing.ts` implements it with OpenTelemetry,
 * and is loaded only if traces have a destination. Spans begin in five places: for each request
 * (http/server/trace-request.ts), for each statement and transaction (tracing/trace-pool.ts), for each run of a job
 * (jobs/job-runner.ts), for work that several requests share (coalescing/coalesce.ts), and for each attempt to deliver an event
 * (webhooks/delivery/attempts.ts).
 *
 * Work that is detached from a request (`runForNobody`) is not part of its trace. `changes.traceparent` lets the delivery
 * of an event continue the trace of the change, even after a restart.
 */

/** Ids, counts and names from our own lists, never values written by a caller. */
export type SpanFacts = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind?: "server" | "client";
  facts?: SpanFacts;
  /** Spans that caused this one, besides its parent. */
  links?: readonly OpenSpan[];
}

export interface OpenSpan {
  /** Undefined if the span is not sampled; its descendants are not sampled either. */
  readonly context: SpanContext | undefined;
  isOpen(): boolean;
  /** Runs the work. Spans that begin in it become children of this span. */
  run<T>(work: () => T): T;
  child(name: string, options?: SpanOptions): OpenSpan;
  describe(facts: SpanFacts): void;
  /** Marks the span as failed. An error's message may contain values, so only its kind is recorded. */
  fail(kind: string): void;
  link(other: OpenSpan): void;
  end(): void;
}

export interface Tracing {
  /** Returns the innermost open span of the current request or job. */
  current(): OpenSpan | undefined;
  /** Begins a child of the current span, or a trace if there is none. */
  begin(name: string, options?: SpanOptions): OpenSpan;
  /** Begins a span that continues the trace of `traceparent`, or a new trace if that is missing or malformed. */
  beginAfter(traceparent: string | undefined, name: string, options?: SpanOptions): OpenSpan;
  /** Sends the spans that have ended; gives up after a few seconds. */
  stop(): Promise<void>;
}

/** Runs the work in the span, and ends the span. */
export async function inSpan<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await span.run(work);
  } catch (error) {
    noteError(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work that serves several requests in a child of one request's span, linked to the spans of the others. */
export function inSharedSpan<T>(name: string, spans: readonly OpenSpan[], work: () => Promise<T>): Promise<T> {
  const host = spans.find(({ context }) => context !== undefined) ?? spans[0];
  if (host === undefined) return work();
  const others = spans.filter((span) => span !== host);
  const shared = host.child(name, { links: others });
  for (const other of others) other.link(shared);
  return inSpan(shared, work);
}

export function noteError(span: OpenSpan, error: unknown): void {
  // A refusal is a normal outcome, not a failure of the service.
  if (error instanceof AppError) span.describe({ "error.type": error.code });
  else span.fail(kindOf(error));
}

/** Returns the error's code, such as an SQLSTATE, or its class. */
function kindOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^[\w-]{1,40}$/.test(code)) return code;
  return error instanceof Error ? error.constructor.name : "unknown";
}

/** Returns the W3C header that lets another process continue the trace; undefined if the span is not sampled. */
export function traceparentOf({ context }: OpenSpan): string | undefined {
  return context && `00-${context.traceId}-${context.spanId}-01`;
}
