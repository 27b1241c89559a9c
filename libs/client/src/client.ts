import { CampstoreError } from './error.ts'
import * as operations from './generated/operations.ts'
import { createMemory } from './memory.ts'
import { type Fields, targetOf } from './request.ts'
import { type ApiAnswer, type ApiRequest, send } from './send.ts'
import type { CallOptions, CsvFile, Operations, Page, Table } from './types.ts'
import { watch } from './watch.ts'

export { type ApiErrorCode, CampstoreError, type ClientErrorCode, type ErrorDetail } from './error.ts'
export { admin, booking, checkout, me, products } from './generated/operations.ts'
export { revisions } from './generated/revisions.ts'
export type { CallOptions, CsvFile, Operations, Page, Schemas } from './types.ts'

export type ClientOptions = {
  /** Address of the gateway with its scheme, such as `https://api.example.com`. */
  url: string
  /**
   * Gives the ID token of the person who is signed in, or undefined. It is asked before each call that needs one; with `true`
   * when the token that it gave was refused: then it should renew it. Its own errors reject the call.
   */
  token?(renew: boolean): string | undefined | Promise<string | undefined>
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  /** How often a request that may be repeated is repeated. Default 4. */
  retries?: number
  /** Milliseconds until an attempt is given up. Default 15,000. */
  timeoutMs?: number
  /**
   * How many responses to reads of members and staff are remembered. A repeated read sends the ETag of its response; while that
   * is current, the same objects are returned again. Default 0.
   */
  remembered?: number
  /**
   * Whether the API is asked to refuse fields that it does not read (`Prefer: handling=strict`); otherwise it ignores and names
   * them. Default: true, except in production builds (`NODE_ENV`) and where there is no `process`.
   */
  strict?: boolean
  /** Takes a sentence about a request that probably contains a mistake. Default: `console.warn`, each sentence once. */
  onWarning?(message: string): void
}

/** Calls of the API, by area: `campstore.booking.listCampgrounds()`. */
export type Client = Operations

/** POSTs that return the same state when they are sent again (docs/contract/booking.md, docs/contract/store-checkout.md). */
const repeatablePosts = [
  'startCheckout',
  'startStoreCheckout',
  'cancelCheckout',
  'cancelStay',
  'cancelStoreCheckout',
  'confirmCashOnDelivery',
  'uploadImage',
]
const checkouts = ['startCheckout', 'startStoreCheckout']

type Operation = {
  method: string
  path: string
  isPublic: boolean
  isPaged: boolean
  isExported?: boolean
  isStream?: boolean
  takesFile?: boolean
}
type Caller = (
  name: string,
  operation: Operation,
  fields: Fields,
  options: CallOptions,
  accept?: ApiRequest['accept'],
  lastEventId?: string,
) => Promise<ApiAnswer>

/**
 * Creates a client of the API. Creating it sends nothing.
 *
 * @throws {TypeError} when `url` is not the absolute address of a server
 */
export const createClient = (options: ClientOptions): Client => createClientOf(operations, options)

/**
 * Creates a client of some areas: `createClientOf({ booking, products }, { url })`. What only the others need is not part of a
 * bundle then.
 *
 * @param areas the constants of this package that have their names
 * @throws {TypeError} when `url` is not the absolute address of a server
 */
export function createClientOf<Areas extends Partial<Table>>(
  areas: Areas,
  options: ClientOptions,
): Pick<Client, keyof Areas & keyof Client> {
  const call = caller(options)
  const methods = Object.entries(areas).map(([area, named]) => {
    const entries = Object.entries<Operation>(named).map(([name, operation]) => {
      const method = operation.isStream ? streamOf(call, name, operation) : methodOf(call, name, operation)
      return [name, operation.isExported ? Object.assign(method, { csv: csvOf(call, name, operation) }) : method]
    })
    return [area, Object.fromEntries(entries)]
  })
  // The types of the methods come from the document, from which the table is generated, too.
  return Object.fromEntries(methods) as Client
}

function methodOf(call: Caller, name: string, operation: Operation) {
  if (!operation.isPaged) {
    return async (fields: Fields = {}, options: CallOptions = {}) => (await call(name, operation, fields, options)).data
  }
  const page = async (fields: Fields = {}, options: CallOptions = {}): Promise<Page<unknown>> => {
    const { data, meta } = await call(name, operation, fields, options)
    return { data, meta } as Page<unknown>
  }
  return Object.assign(page, {
    async *all(fields: Fields = {}, options: CallOptions = {}): AsyncGenerator<unknown, void> {
      for (let next = 0, count = 1; next < count; next += 1) {
        const { data, meta } = await page({ size: 100, ...fields, page: next }, options)
        count = meta.totalPages
        yield* data
      }
    },
  })
}

const streamOf =
  (call: Caller, name: string, operation: Operation) =>
  (fields: Fields = {}, options: CallOptions = {}): AsyncGenerator<unknown, void> => {
    const open = async (lastEventId: string | undefined, signal: AbortSignal) => {
      const once = { ...options, signal, retries: 0 }
      // The answer to this type is a stream.
      return (await call(name, operation, fields, once, 'text/event-stream', lastEventId)).data as ReadableStream
    }
    return watch(open, options.signal)
  }

const csvOf =
  (call: Caller, name: string, operation: Operation) =>
  async (fields: Fields = {}, options: CallOptions = {}): Promise<CsvFile> =>
    // The answer to this type is a file.
    (await call(name, operation, fields, options, 'text/csv')).data as CsvFile

function caller({
  url,
  token,
  fetch = globalThis.fetch,
  onWarning,
  remembered = 0,
  strict = isDevelopment(),
  ...defaults
}: ClientOptions): Caller {
  const memory = createMemory(remembered)
  const base = baseOf(url)
  const warn = onWarning ?? warnOnce()
  return async (name, operation, fields, given, accept = 'application/json', lastEventId) => {
    const { method } = operation
    const isCheckout = checkouts.includes(name)
    const givenKey = method === 'POST' ? given.idempotencyKey : undefined
    const idempotencyKey = isCheckout ? String(fields.idempotencyKey ?? givenKey ?? newKey()) : givenKey
    const target = targetOf(method, operation.path, isCheckout ? { ...fields, idempotencyKey } : fields)
    const address = `${base}${target.path}`
    const isKept = method === 'GET' && !operation.isPublic && accept === 'application/json'
    const known = isKept ? memory.find(address) : undefined
    const request = {
      operation: name,
      method,
      url: address,
      body: operation.takesFile ? fileOf(fields) : target.body,
      accept,
      isStrict: strict && target.body !== undefined && !operation.takesFile,
      etag: known?.etag,
      lastEventId,
      isRepeatable:
        ['GET', 'PUT', 'DELETE'].includes(method) || repeatablePosts.includes(name) || givenKey !== undefined,
      keyHeader: isCheckout ? undefined : givenKey,
      idempotencyKey,
    }
    const { signal, retries = defaults.retries ?? 4, timeoutMs = defaults.timeoutMs ?? 15_000 } = given
    const options = { signal, retries, timeoutMs, fetch }
    const answer = await withToken(operation.isPublic ? undefined : token, held =>
      send({ ...request, token: held }, options),
    )
    if (known?.answer && answer.status === 304) return known.answer
    known?.keep(answer)
    for (const [header, kind] of ignoredKinds)
      for (const ignored of namesIn(answer, header)) warn(`${name} does not know the ${kind} "${ignored}".`)
    return isCheckout ? { ...answer, data: { ...Object(answer.data), idempotencyKey } } : answer
  }
}

/** The address before a path. `127.0.0.1:8080` has no scheme, and in a browser would be a path of the page's own server. */
function baseOf(url: string): string {
  try {
    if (/^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '')
  } catch {
    // Not a URL: refused below.
  }
  throw new TypeError(`url must be absolute, such as https://api.example.com, not "${url}".`)
}

/** The file of a request whose body is not JSON. */
function fileOf({ file }: Fields): Blob {
  if (!(file instanceof Blob)) throw new TypeError('file must be a Blob or a File.')
  return file
}

/** Sends with a token, and once more with a renewed one when it is refused. */
async function withToken(
  token: ClientOptions['token'],
  attempt: (token: ApiRequest['token']) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const held = await token?.(false)
  try {
    return await attempt(held)
  } catch (error) {
    if (!token || !(error instanceof CampstoreError) || error.status !== 401) throw error
    const renewed = await token(true)
    if (renewed === undefined || renewed === held) throw error
    return attempt(renewed)
  }
}

const ignoredKinds = [
  ['x-ignored-parameters', 'parameter'],
  ['x-ignored-fields', 'field'],
] as const

const namesIn = ({ headers }: ApiAnswer, header: string): string[] => headers.get(header)?.split(/,\s*/) ?? []

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Bundlers replace the whole expression; a browser without one has no `process`. */
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}

function warnOnce(): (message: string) => void {
  const warned = new Set<string>()
  return message => {
    if (!warned.has(message)) console.warn(`campstore: ${message}`)
    warned.add(message)
  }
}

/** 128 random bits; `crypto.randomUUID` is missing in pages without HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
