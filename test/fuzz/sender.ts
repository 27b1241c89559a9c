import { parseJson } from '@campstore/core/parse-json'
import { type ApiResponse, type HttpRequest, send } from '@campstore/testing/send'
import { z } from 'zod'
import { credentials, goodCredentials } from '../bad-requests/credentials.ts'
import type { Operation } from '../bad-requests/operations.ts'
import { checkAnswer } from './checks.ts'
import { drawRequest, type FuzzRequest } from './draw-request.ts'
import { followUpOf } from './follow-ups.ts'
import { createKnownIds, type KnownIds, paidKinds } from './known-ids.ts'
import type { Report } from './report.ts'
import type { FuzzSystem } from './system.ts'

/** Sends the requests of a run and checks their answers. */
export type Sender = Awaited<ReturnType<typeof createSender>>

/** Longer than every timeout of the gateway. */
const timeoutMs = 15_000
type Authorization = string | string[] | undefined
const sendAs = (url: string, request: HttpRequest, authorization: Authorization): Promise<ApiResponse> =>
  send(url, { ...request, headers: { authorization, ...request.headers } }, { ownConnection: true, timeoutMs })
const maxFormer = 200
const maxFollowing = 30
const success = z.object({ success: z.literal(true), data: z.unknown() })

/** What a run needs to know before its first request, by who may read it. */
const firstReads: readonly [caller: string, path: string, query?: string][] = [
  ['visitor', '/api/booking/campgrounds'],
  ['visitor', '/api/products', '?size=50'],
  ['member', '/api/me/coupons'],
  ['admin', '/api/admin/users'],
  ['admin', '/api/admin/customers'],
  ['admin', '/api/admin/coupons'],
  ['admin', '/api/admin/locations'],
  ['admin', '/api/admin/products', '?size=50'],
]

/** The `Authorization` header of each caller. */
type Authorizations = Map<string, Authorization>

/** Whose tokens are exchanged for a session of the administration. */
const tokenCallers = ['admin', 'operator', 'warehouse', 'inactiveAdmin', 'member']

/** Signs all callers in, so that no customer is created during the run, and reads what there is. */
export async function createSender(run: {
  system: FuzzSystem
  operations: readonly Operation[]
  seed: number
  report: Report
}) {
  const { system, operations, seed, report } = run
  const known = createKnownIds()
  const former: FuzzRequest[] = []
  const following: FuzzRequest[] = []
  const authorizations: Authorizations = new Map()
  /** The ids of the requests of this round that were answered with an error. */
  const refused: string[] = []

  const draw = (number: number) => {
    const idTokens = tokenCallers.map(caller => String(authorizations.get(caller)).replace('Bearer ', ''))
    return drawRequest(number, { seed, operations, known, idTokens, former, following })
  }

  /** Sends a request, checks the response on its own and learns ids from it. */
  const sendAndCheck = async (request: FuzzRequest): Promise<void> => {
    const id = `fuzz-${seed}-${request.number}`
    const sent = { ...request, headers: { ...request.headers, 'x-request-id': id } }
    const answer = await sendAs(system.url, sent, authorizations.get(request.caller))
    report.answered(sent, answer, checkAnswer(sent, answer))
    if (answer.status >= 400) refused.push(id)
    learn(request, answer)
  }
  const learn = (request: FuzzRequest, { status, text }: ApiResponse) => {
    if (status < 200 || status >= 300) return
    const parsed = success.safeParse(parseJson(text))
    if (parsed.success) {
      known.learn(request.caller, request.operation.path, parsed.data.data)
      const followUp = followUpOf(request, parsed.data.data, operations)
      if (followUp) following.push(followUp)
      following.splice(0, following.length - maxFollowing)
    }
    if (request.body !== undefined && request.mutation === 'none') former.push(request)
    former.splice(0, former.length - maxFormer)
  }

  await renewTokens(authorizations, system)
  await signInAll(authorizations, system)
  await readFirst(authorizations, system, known)

  return {
    /** Signs everybody in again: a token is valid for an hour. */
    renewTokens: () => renewTokens(authorizations, system),
    /** Sends the requests with these numbers, several at a time, a quarter of them twice. */
    send: async (numbers: readonly number[], atOnce: number): Promise<void> => {
      const waiting = numbers.map(number => ({ ...draw(number % 4 === 0 ? number - 1 : number), number })).values()
      const sendInTurn = async () => {
        for (const request of waiting) await sendAndCheck(request)
      }
      await Promise.all(Array.from({ length: atOnce }, sendInTurn))
    },
    /** Remembers that somebody has paid for a booking or an order. */
    paid: (kind: 'booking' | 'order', id: string): void => known.remember('payment', paidKinds[kind], id),
    /** The requests since the last call that were answered with an error, by their ids. */
    takeRefused: (): string[] => refused.splice(0),
  }
}

async function renewTokens(authorizations: Authorizations, { issuer }: FuzzSystem): Promise<void> {
  for (const [caller, credential] of Object.entries(credentials)) authorizations.set(caller, await credential(issuer))
}

/** The first request with a token creates the customer. */
async function signInAll(authorizations: Authorizations, { url }: FuzzSystem): Promise<void> {
  for (const caller of Object.keys(goodCredentials)) {
    for (const path of ['/api/me/orders', '/api/admin/users']) await sendAs(url, { path }, authorizations.get(caller))
  }
}

async function readFirst(authorizations: Authorizations, { url }: FuzzSystem, known: KnownIds): Promise<void> {
  for (const [caller, path, query = ''] of firstReads) {
    const { text } = await sendAs(url, { path: path + query }, authorizations.get(caller))
    known.learn(caller, path, success.parse(parseJson(text)).data)
  }
}
