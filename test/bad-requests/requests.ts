import { randomUUID } from 'node:crypto'
import { type ErrorCode, errorStatus } from '@campstore/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { badCredentials, type Credential, goodCredentials, twoCredentials } from './credentials.ts'
import { type Answer, type Request as Sent, send } from './send.ts'
import { openShop, type Shop, type Trade } from './shop.ts'

/** A request and who sends it: one of {@link goodCredentials}, of {@link badCredentials}, `twoTokens`, or nobody. `{own}` in its path is the id of that booking or order. */
export type Request = Sent & { as?: string }

/** What is wrong, the request, and the answer that the contract wants. */
export type BadRequest = [what: string, request: Request, code: ErrorCode]

const refusalSchema = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1).max(200),
    details: z
      .array(z.strictObject({ path: z.string(), message: z.string().min(1).max(300) }))
      .min(1)
      .max(20)
      .optional(),
  }),
})

/** What nobody outside should read: SQL, stacks, files, the names of what we are built from. */
const inside =
  /\b(?:select\s+\S+|insert\s+into|update\s+\w+\.|delete\s+from)|\bfrom (?:booking|checkout|catalog|inventory|member|admin)\.|\bat \S+ \(|node_modules|\.(?:ts|js)\b|\/(?:work|home|tmp|src)\/|postgres|pg_|rabbit|amqp|mikro|zod|koa|jose|jwt|firebase(?!Uid)|127\.0\.0\.1|ECONN|SyntaxError|TypeError|in JSON at/i

/** Headers that the contract asks for with a code. */
const headersOf: Partial<Record<ErrorCode, [string, RegExp]>> = {
  UNAUTHORIZED: ['www-authenticate', /^Bearer/],
  METHOD_NOT_ALLOWED: ['allow', /^[A-Z]+(?:, [A-Z]+)*$/],
}

/** Expects exactly the refusal that the contract describes, and nothing of the inside in it. */
function expectRefusal(answer: Answer, code: ErrorCode, requestId: string): void {
  expect(`${answer.status} ${answer.text}`).toContain(
    `${errorStatus[code]} {"success":false,"error":{"code":"${code}",`,
  )
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-request-id']).toBe(requestId)
  const { error } = refusalSchema.parse(JSON.parse(answer.text))
  expect('details' in error).toBe(code === 'VALIDATION_ERROR')
  expect(answer.text).not.toMatch(inside)
  const [header, shape] = headersOf[code] ?? []
  if (header && shape) expect(answer.headers[header]).toMatch(shape)
}

/** The tests of one family of endpoints: each bad request is refused as it must be, and afterwards nothing was written. */
export function describeBadRequests(family: string, trade: Trade, tables: Record<string, readonly BadRequest[]>): void {
  describe(family, () => {
    let shop: Shop
    let before: Record<string, string>
    beforeAll(async () => {
      shop = await openShop(trade)
      before = await shop.everythingStored()
    })
    afterAll(() => shop?.stop())

    for (const [subject, table] of Object.entries(tables)) {
      test.each([...table])(`${subject}: %s`, async (_what, request, code) => {
        const path = request.path.replaceAll(/\{(\w+)\}/g, (word, name: string) => shop.ids[name] ?? word)
        const authorization = await credentialOf(request.as)(shop.issuer)
        const requestId = randomUUID()
        const headers = { 'x-request-id': requestId, ...request.headers }
        expectRefusal(await send(shop.url, { ...request, path, headers }, authorization), code, requestId)
      })
    }

    test('after all of them, nothing was written: no booking, no order, no key, no message, no customer', async () => {
      expect(await shop.everythingStored()).toEqual(before)
    })
  })
}

const credentials: Record<string, Credential> = { ...goodCredentials, ...badCredentials, twoTokens: twoCredentials }

function credentialOf(sender: string | undefined): Credential {
  if (sender === undefined) return async () => undefined
  const credential = credentials[sender]
  if (!credential) throw new Error(`nobody is ${sender}`)
  return credential
}

/** The same request by everyone who has no valid token. */
export const byEveryStranger = (request: Request, code: ErrorCode = 'UNAUTHORIZED'): BadRequest[] =>
  Object.keys(badCredentials).map(sender => [sender, { ...request, as: sender }, code])

/** Everyone who has no valid token, each at every third of these endpoints. */
export const strangersAt = (endpoints: Record<string, Request>): BadRequest[] =>
  Object.keys(badCredentials).flatMap((sender, line) =>
    Object.entries(endpoints)
      .filter((_, place) => (place + line) % 3 === 0)
      .map(([endpoint, request]): BadRequest => [`${sender}: ${endpoint}`, { ...request, as: sender }, 'UNAUTHORIZED']),
  )

/** The same sender at each of these endpoints. */
export const byOne = (as: string, endpoints: Record<string, Request>, code: ErrorCode): BadRequest[] =>
  Object.entries(endpoints).map(([endpoint, request]) => [endpoint, { ...request, as }, code])
