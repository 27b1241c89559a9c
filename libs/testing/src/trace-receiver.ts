import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startHttpServer } from './http-server.ts'

const attributes = z.array(
  z.object({
    key: z.string(),
    value: z.object({ stringValue: z.string().optional(), intValue: z.union([z.string(), z.number()]).optional() }),
  }),
)
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: attributes.default([]),
              status: z.object({ code: z.number().optional() }).default({}),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A span as a collector receives it. */
export type ReceivedSpan = {
  service: string
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  name: string
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  failed: boolean
  attributes: Record<string, string | number>
}

/** Receives traces by OTLP over HTTP, as a collector does. */
export type TraceReceiver = Awaited<ReturnType<typeof receiveTraces>>

/** Starts a receiver on this machine. Anything but an export of spans in JSON gets 400. */
export async function receiveTraces() {
  const spans: ReceivedSpan[] = []
  const { url, stop } = await startHttpServer(async (request, response) => {
    try {
      if (request.method !== 'POST' || request.url !== '/v1/traces') throw new Error(`${request.method} ${request.url}`)
      spans.push(...spansOf(await text(request)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  return {
    url,
    /** What has come so far. */
    spans: (): readonly ReceivedSpan[] => spans,
    stop,
  }
}

const spansOf = (body: string): ReceivedSpan[] =>
  exported
    .parse(JSON.parse(body))
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(scope =>
        scope.spans.map(({ parentSpanId = '', attributes, status, ...span }) => ({
          ...span,
          parentSpanId,
          service: String(recordOf(resource.attributes)['service.name']),
          attributes: recordOf(attributes),
          failed: status.code === 2,
        })),
      ),
    )

const recordOf = (list: z.output<typeof attributes>): Record<string, string | number> =>
  Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
