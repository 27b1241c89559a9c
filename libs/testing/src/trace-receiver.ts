import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startHttpServer } from './http-server.ts'

/** By key. */
const attributes = z
  .array(
    z.object({
      key: z.string(),
      value: z.object({ stringValue: z.string().optional(), intValue: z.union([z.string(), z.number()]).optional() }),
    }),
  )
  .transform(list =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)])),
  )
const sentSpan = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  /** Empty for the first span of a trace. */
  parentSpanId: z.string().default(''),
  name: z.string(),
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  kind: z.number(),
  attributes: attributes.default({}),
  status: z.object({ code: z.number().optional() }).default({}),
})
const scope = z.object({ spans: z.array(sentSpan) })
const exported = z.object({
  resourceSpans: z.array(z.object({ resource: z.object({ attributes }), scopeSpans: z.array(scope) })),
})

/** A span as a collector receives it. */
export type ReceivedSpan = Omit<z.output<typeof sentSpan>, 'status'> & { service: string; failed: boolean }

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
  exported.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(resource.attributes['service.name'])
    const spans = scopeSpans.flatMap(scope => scope.spans)
    return spans.map(({ status, ...span }) => ({ ...span, service, failed: status.code === 2 }))
  })
