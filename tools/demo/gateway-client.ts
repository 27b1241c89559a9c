import { metaSchema } from '@campstore/contract/envelope'
import type { Route } from '@campstore/contract/route'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'

/** The parts of a request, as the route declares them. */
type Input<R extends Route> = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
  body?: R['body'] extends z.ZodType ? z.input<R['body']> : never
}

/** A client of the gateway for the routes of the contract. Each response is validated against its declaration. */
export type GatewayClient = {
  /** The object that a route returns. @throws {ErrorResponse} {@link CliError} */
  one<R extends Route>(route: R, input?: Input<R>): Promise<z.output<R['data']>>
  /** The elements on one page of a list. @throws {ErrorResponse} {@link CliError} */
  many<R extends Route>(route: R, input?: Input<R>): Promise<z.output<R['data']>[]>
  /** The elements of all pages. @throws {ErrorResponse} {@link CliError} */
  all<R extends Route>(route: R, input?: Input<R>): Promise<z.output<R['data']>[]>
}

/** An error response of the contract. */
export class ErrorResponse extends CliError {
  readonly code: string

  constructor(request: string, status: number, code: string, message: string) {
    super(`${request} answered ${status} ${code}: ${message}`)
    this.code = code
  }
}

/** The error code of a request that the gateway refuses; undefined when it succeeds. */
export async function errorCodeOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request
    return undefined
  } catch (error) {
    if (error instanceof ErrorResponse) return error.code
    throw error
  }
}

const timeoutMs = 15_000
const largestPage = 100

const success = z.literal(true)
const anyObject = z.strictObject({ success, data: z.unknown() })
const anyList = z.strictObject({ success, data: z.array(z.unknown()), meta: metaSchema })

/** @param token sent with every request */
export function gatewayClient(url: string, token: string): GatewayClient {
  const ask = (route: Route, input: Input<Route>): Promise<unknown> => send(url, token, route, input)
  const page = async <R extends Route>(route: R, input: Input<R> = {}) => {
    const { data, meta } = declared(route, anyList, await ask(route, input))
    return { data: data.map(element => declared<R['data']>(route, route.data, element)), meta }
  }
  return {
    async one<R extends Route>(route: R, input: Input<R> = {}) {
      const content = await ask(route, input)
      const data = route.successStatus === 204 ? null : declared(route, anyObject, content).data
      return declared<R['data']>(route, route.data, data)
    },
    many: async (route, input) => (await page(route, input)).data,
    async all(route, input = {}) {
      const first = await page(route, { ...input, query: { ...input.query, size: largestPage } })
      const found = [...first.data]
      for (let next = 1; next < first.meta.totalPages; next += 1) {
        const { data } = await page(route, { ...input, query: { ...input.query, size: largestPage, page: next } })
        found.push(...data)
      }
      return found
    },
  }
}

const refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

async function send(url: string, token: string, route: Route, input: Input<Route>): Promise<unknown> {
  const { params = {}, query = {}, body } = input
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const address = new URL(path, url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  const request = `${route.method} ${path}`
  const answer = await fetch(address, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new CliError(`No gateway answers at ${url} (does npm start run?): ${messageOf(error)}`)
  })
  const content: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return content
  const { code, message } = refused.safeParse(content).data?.error ?? { code: '', message: 'no reason given' }
  throw new ErrorResponse(request, answer.status, code, message)
}

/** @throws {CliError} when the response breaks the declaration of the route */
function declared<Shape extends z.ZodType>(route: Route, shape: Shape, answer: unknown): z.output<Shape> {
  const parsed = shape.safeParse(answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CliError(`${route.method} ${route.path} broke the contract: ${issue?.path.join('.')} ${issue?.message}`)
}
