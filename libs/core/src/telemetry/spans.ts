import type { AsyncLocalStorage } from 'node:async_hooks'

/** Facts about the work of a span, by the semantic conventions of OpenTelemetry. Nothing personal. */
export type SpanAttributes = Record<string, string | number | undefined>

export type SpanStart = {
  /** One of few: a route, a queue, the name of a statement; never with an id. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
}

export type Span = {
  /** Continues the trace elsewhere, below this span: a W3C `traceparent`. */
  readonly traceparent: string
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** Ends it, as failed where there is an error. Later calls do nothing. */
  end(error?: unknown): void
}

/** Records spans; it is loaded only where traces are configured. */
export type Tracing = {
  /** Share of the traces that are recorded, 0 to 1. */
  ratio: number
  active: AsyncLocalStorage<Span | undefined>
  /** @param parent a valid `traceparent`; without one, a trace begins */
  start(span: SpanStart, parent: string | undefined): Span
}

let tracing: Tracing | undefined

/** Turns tracing on, or off again. For the start of a process. */
export function setTracing(started: Tracing | undefined): void {
  tracing = started
}

export const isTracing = (): boolean => tracing !== undefined

const traceparentShape = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/

const validTraceparent = (header: unknown): string | undefined =>
  typeof header === 'string' && traceparentShape.test(header) ? header : undefined

/** The lowest bit of the last byte says whether the sender records the trace. */
const isRecorded = (traceparent: string): boolean => Number.parseInt(traceparent.slice(53, 55), 16) % 2 === 1

/**
 * Starts the first span of a trace in this system, for the configured share of all. A trace that a client has begun is
 * continued, but whether it is recorded is not for clients to decide.
 */
export function beginTrace(span: SpanStart, header: unknown): Span | undefined {
  if (tracing === undefined || Math.random() >= tracing.ratio) return undefined
  return tracing.start(span, validTraceparent(header))
}

/** Starts a span below the span of another process of this system, if that is recorded; without one, a trace begins. */
export function continueTrace(span: SpanStart, header: unknown): Span | undefined {
  if (tracing === undefined) return undefined
  const parent = validTraceparent(header)
  return parent === undefined ? beginTrace(span, undefined) : startChild(span, parent)
}

/** Starts a span below another one, if that is recorded. */
export function startChild(span: SpanStart, parent: string | undefined): Span | undefined {
  if (tracing === undefined || parent === undefined || !isRecorded(parent)) return undefined
  return tracing.start(span, parent)
}

/** Runs work in a span: until it ends, also across callbacks and promises, that is the active one. */
export const runInSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  tracing === undefined ? work() : tracing.active.run(span, work)

/** The span of the work that is being done, if it is recorded. */
export const activeSpan = (): Span | undefined => tracing?.active.getStore()

/** Ends a span, if there is one, with the outcome of work. */
export async function endWith<Result>(span: Span | undefined, work: Promise<Result>): Promise<Result> {
  if (span === undefined) return work
  try {
    const result = await work
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
