import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '../version.ts'
import { withTimeout } from '../with-timeout.ts'
import { createFailureLog } from './failure-log.ts'
import type { Logger } from './log.ts'
import { type Span, type SpanStart, setTracing } from './spans.ts'

/** Spans wait this long for others, in milliseconds; at most 2,048 wait, and further ones are dropped. */
const exportDelayMs = 1_000

/** How long one export, and the last one at a stop, may take, in milliseconds. */
const exportTimeoutMs = 5_000
const stopTimeoutMs = 2_000

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Records spans and exports them by OTLP over HTTP, as JSON, in the background. Whether a trace is recorded is decided where it
 * begins (`spans.ts`), so the sampler takes all.
 *
 * @param options.endpoint base address of the collector: `http://127.0.0.1:4318`
 * @param options.ratio share of the traces that are recorded, 0 to 1
 */
export function exportTraces(
  options: { service: string; endpoint: string; ratio: number },
  log: Pick<Logger, 'error' | 'info' | 'warn'>,
): { stop(): Promise<void> } {
  const { service, endpoint, ratio } = options
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = reporting(new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs }), log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportDelayMs, exportTimeoutMillis: exportTimeoutMs }),
    ],
  })
  const tracer = provider.getTracer('campstore')
  const start = ({ name, kind, attributes }: SpanStart, parent: string | undefined): Span => {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent))
    return recorded(tracer.startSpan(name, { kind: kinds[kind], attributes: attributes as Attributes }, context))
  }
  setTracing({ ratio, active: new AsyncLocalStorage(), start })
  log.info({ url, ratio }, 'Traces are exported')
  return {
    async stop() {
      setTracing(undefined)
      // A collector that is down or frozen delays no stop.
      await withTimeout(
        stopTimeoutMs,
        provider.shutdown().catch(() => {}),
      )
    },
  }
}

/** Tells the log whether exports succeed. */
function reporting(exporter: SpanExporter, log: Pick<Logger, 'error' | 'info' | 'warn'>): SpanExporter {
  const failures = createFailureLog(log, { failure: 'Cannot export traces', success: 'Traces are exported again' })
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        if (result.error === undefined) failures.succeeded()
        else failures.failed(result.error.message.slice(0, 300))
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

const spanContextOf = (traceparent: string) => ({
  traceId: traceparent.slice(3, 35),
  spanId: traceparent.slice(36, 52),
  traceFlags: 1,
  isRemote: true,
})

function recorded(span: OpenTelemetrySpan): Span {
  const { traceId, spanId } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    rename: name => void span.updateName(name),
    set: attributes => void span.setAttributes(attributes as Attributes),
    end(error) {
      if (!span.isRecording()) return
      if (error !== undefined) {
        span.setAttribute('error.type', typeOf(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** The kind of an error: its code or class; a message could contain personal input. */
function typeOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
