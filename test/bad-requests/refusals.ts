import { randomUUID } from 'node:crypto'
import { type ErrorCode, errorStatus } from '@campstore/contract/errors'
import { type ApiResponse, type HttpRequest, send } from '@campstore/testing/send'
import { z } from 'zod'
import { type Credential, credentials } from './credentials.ts'
import type { Shop } from './shop.ts'

/** A request, and who sends it. `{order}` in its path, or in the text of its body, is an id of {@link Shop.ids}. */
export type Request = HttpRequest & { as?: keyof typeof credentials }

/** What is wrong, the request, and the answer that the contract wants: its code, and a path, or one of several, among its details: of the field, or of something within it. */
export type BadRequest = readonly [what: string, request: Request, code: ErrorCode, path?: string | readonly string[]]

/** How many requests are under way at a time. */
const atOnce = 12

/** What is read of a refusal; that it is one of those the document declares, with its headers, `send` checks. */
const refusalSchema = z.object({ error: z.object({ details: z.array(z.object({ path: z.string() })).optional() }) })

/** What no client should read: SQL, stacks, files, the names of what we are built from. */
const inside =
  /\b(?:select\s+\S+|insert\s+into|update\s+\w+\.|delete\s+from)|\bfrom (?:booking|checkout|catalog|inventory|member|admin)\.|\bat \S+ \(|node_modules|\.(?:ts|js)\b|\/(?:work|home|tmp|src)\/|postgres|pg_|rabbit|amqp|mikro|zod|koa|jose|jwt|firebase(?!Uid)|127\.0\.0\.1|ECONN|SyntaxError|TypeError|in JSON at/i

/** Whether a code may concern one of several things in a request, which its details then name. */
const mayNameThings = (code: ErrorCode): boolean => [400, 404, 409].includes(errorStatus[code])

/** Sends bad requests, some at a time; a line for each that was not refused exactly as the contract says. */
export const wronglyAnswered = (shop: Shop, requests: readonly BadRequest[]): Promise<string[]> =>
  problemsOf(requests, async bad => {
    const problem = await problemOf(shop, bad)
    return problem && `${bad[0].slice(0, 100)}: ${problem}`
  })

/** Sends requests that are odd and may succeed, some at a time; a line for each that was answered with a failure, or not as declared. */
export const failures = (shop: Shop, requests: readonly Request[]): Promise<string[]> =>
  problemsOf(requests, async request => {
    const { status, text } = await sendAs(shop, request)
    return status === 0 || status === 500 ? `${JSON.stringify(request).slice(0, 300)}: ${status} ${text}` : undefined
  })

async function problemsOf<T>(requests: readonly T[], problemOf: (request: T) => Promise<string | undefined>) {
  const waiting = requests.entries()
  const problems: string[] = []
  const sendInTurn = async () => {
    for (const [line, request] of waiting) {
      const problem = await problemOf(request).catch(error => `no answer: ${String(error)}`)
      if (problem !== undefined) problems.push(`${line} ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendInTurn))
  return problems
}

/** Sends a request to the gateway as somebody, with the ids of the shop. The response has to be as the contract says. */
export async function sendAs(shop: Shop, { as, ...request }: Request, headers = {}): Promise<ApiResponse> {
  const named = (text: string) => text.replaceAll(/\{([\w-]+)\}/g, (word, name: string) => shop.ids[name] ?? word)
  const body = typeof request.body === 'string' ? named(request.body) : request.body
  const credential: Credential | undefined = as === undefined ? undefined : credentials[as]
  const authorization = credential && (await shop.authorizationOf(credential))
  const sent = {
    ...request,
    path: named(request.path),
    body,
    headers: { authorization, ...headers, ...request.headers },
  }
  return send(shop.url, sent, { isChecked: true })
}

async function problemOf(shop: Shop, [, request, code, wanted]: BadRequest): Promise<string | undefined> {
  const requestId = randomUUID()
  const answer = await sendAs(shop, request, { 'x-request-id': requestId })
  const { prefer = null } = request.headers ?? {}
  const applied = answer.headers.get('preference-applied')
  if (applied !== prefer) return `preference-applied ${applied}`
  return problemIn(answer, code, wanted === undefined ? undefined : [wanted].flat(), requestId)
}

/** What of an answer is not the refusal that the contract describes, or shows something of the inside. */
function problemIn(
  { status, text, headers }: ApiResponse,
  code: ErrorCode,
  paths: readonly string[] | undefined,
  requestId: string,
): string | undefined {
  const answered = `${status} ${text.slice(0, 300)}`
  if (!answered.startsWith(`${errorStatus[code]} {"success":false,"error":{"code":"${code}",`)) {
    return `wanted ${code}, got ${answered}`
  }
  if (headers.get('x-request-id') !== requestId) return `x-request-id ${headers.get('x-request-id')}`
  if (inside.test(text)) return `shows the inside: ${text}`
  const { details } = refusalSchema.parse(JSON.parse(text)).error
  if (code === 'VALIDATION_ERROR' && details === undefined) return 'no details'
  if (details !== undefined && !mayNameThings(code)) return `details with ${code}`
  const isNamed = (path: string) => paths?.some(name => path === name || (name !== '' && path.startsWith(`${name}.`)))
  if (paths && !details?.some(({ path }) => isNamed(path))) return `wanted a detail of ${paths.join(' or ')}: ${text}`
  return undefined
}
