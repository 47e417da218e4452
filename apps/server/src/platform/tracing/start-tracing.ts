import { AsyncLocalStorage } from "node:async_hooks";
import http from "node:http";
import https from "node:https";
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { TracingConfig } from "#platform/config/tracing-config.ts";
import { minuteMs } from "#platform/days.ts";
import { currentRequester, type Requester } from "#platform/requester.ts";
import type { OpenSpan, SpanOptions, Tracing } from "#platform/spans.ts";

export interface TracingDeps {
  version: string;
  logger: Pick<Logger, "warn">;
  /** How long ended spans are collected before they are sent together. */
  gatherMs?: number;
}

/** The maximum time for sending a batch, including retries. A stop takes at most a second longer. */
const sendMs = 5_000;
const reportEveryMs = minuteMs;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** The span of the running work, and the requester for whom it was begun. */
interface Active {
  span: OpenSpan;
  requester: Requester | undefined;
}

/**
 * Traces with OpenTelemetry. Nothing is registered globally, and no module is patched: spans begin where
 * `platform/spans.ts` is used. The descendants of an unsampled span cost nothing.
 */
export function startTracing(config: TracingConfig, { version, logger, gatherMs = 5_000 }: TracingDeps): Tracing {
  reportProblems(logger);
  const provider = openProvider(config, version, gatherMs);
  const active = new AsyncLocalStorage<Active>();
  const open = createOpener(provider.getTracer("stint", version), active);

  /**
   * Returns the innermost open span. Ignores a surrounding span of a different requester: its work was detached from
   * the request (`runForNobody`), or is done later for another request (`runFor`).
   */
  function current(): OpenSpan | undefined {
    const requester = currentRequester();
    const innermost = active.getStore();
    if (innermost?.requester === requester && innermost?.span.isOpen() === true) return innermost.span;
    return requester?.span?.isOpen() === true ? requester.span : undefined;
  }

  return {
    current,
    begin: (name, options) => current()?.child(name, options) ?? open(ROOT_CONTEXT, name, options),
    beginAfter(traceparent, name, options) {
      const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
      const parent = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
      return open(parent, name, options);
    },
    async stop() {
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const timer = setTimeout(giveUp, sendMs + 1_000);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

function openProvider(config: TracingConfig, version: string, gatherMs: number): TracerProvider {
  const resource = resourceFromAttributes({ "service.name": "stint", "service.version": version }).merge(
    detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
  );
  // Unlike the exporter's own agents, these use the proxy that `openWayOut` sets.
  const httpAgentOptions = (protocol: string) => (protocol === "https:" ? https : http).globalAgent;
  const exporter = new OTLPTraceExporter({ url: config.url, timeoutMillis: sendMs, httpAgentOptions });
  const processor = new BatchSpanProcessor({
    exporter,
    // Spans beyond this limit are dropped, so neither a slow collector nor a flood of spans fills the memory.
    maxQueueSize: 2_048,
    // Batches are small, because a batch is serialized in a single turn of the event loop, which blocks everything
    // else.
    maxExportBatchSize: 128,
    scheduledDelayMillis: gatherMs,
    exportTimeoutMillis: sendMs,
  });
  return new TracerProvider({ resource, sampler: samplerOf(config), spanProcessors: [processor] });
}

/**
 * @param clock milliseconds to add to `performance.now()`. The spans of a trace share it: with separate clocks, a child
 * could end after its parent.
 */
type Open = (parent: Context, name: string, options?: SpanOptions, clock?: number) => OpenSpan;

function createOpener(tracer: Tracer, active: AsyncLocalStorage<Active>): Open {
  function run<T>(span: OpenSpan, work: () => T): T {
    return active.run({ span, requester: currentRequester() }, work);
  }

  const unsampled: OpenSpan = {
    context: undefined,
    isOpen: () => true,
    run: (work) => run(unsampled, work),
    child: () => unsampled,
    describe: () => undefined,
    fail: () => undefined,
    link: () => undefined,
    end: () => undefined,
  };

  function toOpenSpan(span: Span, clock: number): OpenSpan {
    const opened: OpenSpan = {
      context: span.spanContext(),
      isOpen: () => span.isRecording(),
      run: (work) => run(opened, work),
      child: (name, options) => open(trace.setSpan(ROOT_CONTEXT, span), name, options, clock),
      describe: (facts) => void (span.isRecording() && span.setAttributes(facts)),
      fail(kind) {
        if (!span.isRecording()) return;
        span.setAttribute("error.type", kind);
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      link: ({ context }) => void (context !== undefined && span.isRecording() && span.addLink({ context })),
      end: () => void (span.isRecording() && span.end(clock + performance.now())),
    };
    return opened;
  }

  function open(
    parent: Context,
    name: string,
    { kind, facts, links = [] }: SpanOptions = {},
    clock = Date.now() - performance.now(),
  ): OpenSpan {
    const startTime = clock + performance.now();
    const linked = links.flatMap(({ context }) => (context === undefined ? [] : [{ context }]));
    const spanKind = kind === undefined ? SpanKind.INTERNAL : kinds[kind];
    const span = tracer.startSpan(name, { kind: spanKind, attributes: facts ?? {}, links: linked, startTime }, parent);
    return span.isRecording() ? toOpenSpan(span, clock) : unsampled;
  }

  return open;
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const root = sampler.endsWith("always_on")
    ? new AlwaysOnSampler()
    : sampler.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Logs OpenTelemetry's warnings, at most one line a minute: if a collector is down, every batch fails. */
function reportProblems(logger: TracingDeps["logger"]): void {
  let reportedAt = -Infinity;
  const report = (problem: unknown) => {
    const now = performance.now();
    if (now - reportedAt < reportEveryMs) return;
    reportedAt = now;
    const text = problem instanceof Error ? problem.message : String(problem);
    logger.warn({ problem: text.slice(0, 300) }, "traces are incomplete; nothing else is affected");
  };
  const silent = () => undefined;
  const levels = { error: report, warn: report, info: silent, debug: silent, verbose: silent };
  diag.setLogger(levels, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  setGlobalErrorHandler(report);
}
