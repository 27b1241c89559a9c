import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { isIP } from 'node:net'
import { keepAlive } from '@campstore/core/keep-alive'
import { isLoopback } from '@campstore/core/loopback'
import { parseJson } from '@campstore/core/parse-json'
import { ZodError, z } from 'zod'
import type { Project } from './accounts.ts'
import type { Call, Log } from './call.ts'
import { deleteAccount, lookUp, signInWithPassword, signUp, update } from './calls.ts'
import { signInWithIdp } from './idp.ts'
import { followLink, resetPassword, sendOobCode } from './oob-codes.ts'
import { batchCreate, batchGet } from './owner-calls.ts'
import { demand, Refusal } from './refusals.ts'
import { refreshTokens } from './tokens.ts'

/** An import of 50,000 accounts. */
const maxBodyBytes = 10_000_000

const accountCalls = { lookup: lookUp, update, delete: deleteAccount, sendOobCode }
/** Calls of the SDK. */
const clientCalls: Calls = { ...accountCalls, signUp, signInWithPassword, signInWithIdp, resetPassword }
/** Calls of firebase-admin. */
const ownerCalls: Calls = { ...accountCalls, '': signUp, batchCreate, batchGet }

type Calls = Record<string, (call: Call) => object>
type Request = { method: string; url: URL; body: unknown; authorization: string | undefined }
type Answer = { status: number; body?: object; location?: string }

/**
 * Makes an emulator of the parts of Firebase Authentication that its SDK, firebase-admin and the tests call. It keeps accounts in
 * memory and signs nothing: a program that reaches it has every account.
 *
 * @param options.projectId the project of callers that name an API key
 * @param options.onLoopback whether it listens on a loopback address, so that its name can only be one of this machine
 */
export function createIdentityEmulator(options: { projectId: string; onLoopback: boolean; log: Log }): Server {
  const { projectId: id, onLoopback, log } = options
  const project: Project = { id, accounts: new Map(), oobCodes: new Map(), improvedEmailPrivacy: false }
  return createServer(keepAlive, async (request, response) => {
    try {
      refuseOtherSites(request.headers, onLoopback)
      allowOrigin(request.headers, response)
      if (request.method === 'OPTIONS') send(response, { status: 204 })
      else send(response, answer(await read(request), project, log))
    } catch (error) {
      const refusal = refusalOf(error, log)
      // Its body may not have been read.
      response.setHeader('connection', 'close')
      send(response, { status: refusal.code, body: refusal })
    }
  })
}

const hostnameOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '')

/**
 * Pages of other sites, also under a name that leads here (DNS rebinding), do not reach the emulator of this machine.
 *
 * @throws {Refusal} 403
 */
function refuseOtherSites({ origin, host = '' }: IncomingHttpHeaders, onLoopback: boolean): void {
  const name = hostnameOf(`http://${host}`)
  // Containers call it by an address or a name without a dot, which no site has.
  const isOwnName = isLoopback(name) || (!onLoopback && (!name.includes('.') || isIP(name) !== 0))
  if (!isOwnName || (origin !== undefined && !isLoopback(hostnameOf(origin))))
    throw new Refusal(403, 'The identity emulator serves this machine only: use localhost or 127.0.0.1.')
}

function allowOrigin(headers: IncomingHttpHeaders, response: ServerResponse): void {
  response.setHeader('vary', 'origin, access-control-request-headers')
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE')
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
  response.setHeader('access-control-allow-private-network', 'true')
}

async function read(request: IncomingMessage): Promise<Request> {
  const { method = '', url = '', headers } = request
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Refusal(413, `The body is larger than ${maxBodyBytes} bytes.`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(text || '{}')
  if (body === undefined) throw invalidPayload('It is not JSON.')
  const path = url.startsWith('/') ? url : '/'
  return { method, url: new URL(`http://${headers.host}${path}`), body, authorization: headers.authorization }
}

function answer(request: Request, project: Project, log: Log): Answer {
  const { method, url, body } = request
  const { origin, pathname, searchParams: query } = url
  const route = `${method} ${pathname.replace(`/projects/${project.id}/`, '/projects/own/')}`
  const [isCall, ofProject, name = ''] = callRoute.exec(route) ?? []
  if (isCall !== undefined) {
    const isOwner = hasOwnersRights(request)
    demand(
      isOwner || !ofProject,
      'INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.',
    )
    const calls = ofProject === undefined ? clientCalls : ownerCalls
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (call === undefined) throw new Refusal(501, `${name} is not implemented in this emulator.`, 'NOT_IMPLEMENTED')
    return { status: 200, body: call({ project, body, isOwner, origin, query, log }) }
  }
  switch (route) {
    case 'GET /':
      return { status: 200, body: { authEmulator: { ready: true } } }
    case 'GET /emulator/action': {
      const page = followLink(project, query)
      return { status: page.location === undefined ? 200 : 303, ...page }
    }
    case 'POST /securetoken.googleapis.com/v1/token':
      hasOwnersRights(request)
      return { status: 200, body: refreshTokens(project, body) }
    case 'DELETE /emulator/v1/projects/own/accounts':
      project.accounts.clear()
      return { status: 200, body: {} }
    case 'GET /emulator/v1/projects/own/oobCodes':
      return { status: 200, body: { oobCodes: [...project.oobCodes.values()] } }
    case 'GET /emulator/v1/projects/own/config':
      return { status: 200, body: configOf(project) }
    case 'PATCH /emulator/v1/projects/own/config':
      project.improvedEmailPrivacy = config.parse(body).emailPrivacyConfig.enableImprovedEmailPrivacy
      return { status: 200, body: configOf(project) }
    default:
      throw new Refusal(404, 'Not Found', 'NOT_FOUND')
  }
}

const callRoute =
  /^(?:POST|GET(?=.*:batchGet$)) \/identitytoolkit\.googleapis\.com\/v1\/(?:(projects\/own\/accounts):?|accounts:)(\w*)$/

const config = z.object({ emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: z.boolean() }) })
const configOf = ({ improvedEmailPrivacy }: Project): object => ({
  signIn: { allowDuplicateEmails: false },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: improvedEmailPrivacy },
})

/**
 * Whether the caller is the project's owner, as firebase-admin is, or anybody with an API key.
 *
 * @throws {Refusal} 401 or 403 for a caller with no credentials
 */
function hasOwnersRights({ authorization, url }: Request): boolean {
  const token = /^bearer (.*)$/i.exec(authorization ?? '')?.[1]
  if (token?.toLowerCase() === 'owner' || token?.startsWith('ya29.')) return true
  if (token !== undefined) throw new Refusal(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED')
  if (url.searchParams.get('key')) return false
  throw new Refusal(403, 'The request is missing a valid API key.', 'PERMISSION_DENIED')
}

const invalidPayload = (details: string) =>
  new Refusal(400, `Invalid JSON payload received. ${details}`, 'INVALID_ARGUMENT')

function refusalOf(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ZodError) return invalidPayload(z.prettifyError(error))
  log(`${error instanceof Error ? error.stack : error}`)
  return new Refusal(500, 'Unknown error', 'UNKNOWN')
}

function send(response: ServerResponse, { status, body, location }: Answer): void {
  // Before the headers: an account nested thousands deep cannot be written, and its refusal has other headers.
  const text = body && JSON.stringify(body, null, 2)
  if (location !== undefined) response.setHeader('location', location)
  if (text !== undefined) response.setHeader('content-type', 'application/json; charset=utf-8')
  response.writeHead(status).end(text)
}
