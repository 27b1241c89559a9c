import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call a route; a `sender` signs its requests (docs/contract/messages.md#outcome-of-a-message). */
export type Access = 'public' | 'member' | 'admin' | 'internal' | 'sender'

/** A service that owns the data of admin routes. */
export type Owner = 'booking' | 'products' | 'checkout' | 'me'

/** Shape of `data`: one object, a list on a single page, one page of a longer list, or a stream of events. */
export type Shape = 'object' | 'list' | 'page' | 'stream'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An endpoint that will be removed (docs/contract/conventions.md#deprecated-endpoints). */
export type Deprecation = {
  /** Start of the deprecation, ISO 8601. */
  readonly since: string
  /** Time of its removal, ISO 8601. */
  readonly sunset: string
  /** Address of a page about its replacement. */
  readonly link: string
}

/** One endpoint, declared once: validation, types, the OpenAPI entry, the client and derived tests come from it. */
export type Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> = {
  readonly name: string
  /** The effect of the endpoint, in one line for the contract's pages and the OpenAPI document. */
  readonly summary: string
  readonly deprecated?: Deprecation
  readonly method: Method
  /** Path with `{name}` parameters, as clients write it. */
  readonly path: string
  readonly access: Access
  /** Permissions an administrator needs, all of them: `section.view` or `section.edit`. */
  readonly permissions?: readonly string[]
  /** Permissions that only some requests need: the owner learns which of them the administrator has. */
  readonly optionalPermissions?: readonly string[]
  /** The service that answers an admin route; absent where the admin service answers itself. */
  readonly owner?: Owner
  /** Name of the route that reads what this one changes: its response is the state before in the audit log. */
  readonly reads?: string
  /** Whether the audit log records each read, because it shows the personal data of one customer. */
  readonly recorded?: boolean
  /** Whether a customer who is not active is refused (docs/contract/authentication.md#suspended-and-deleted-customers). */
  readonly activeCustomerOnly?: boolean
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Field of the body that names what a route without an id in its path changes, for the audit log. */
  readonly target?: string
  /** Another route's body that is accepted unchanged (docs/contract/conventions.md#unknown-fields). */
  readonly acceptsBodyOf?: z.ZodType
  /** Whether a POST only calculates: it takes no idempotency key and leaves no audit entry. */
  readonly changesNothing?: boolean
  /** Media types of a body that is not JSON, in place of `body` (docs/contract/conventions.md#request-bodies). */
  readonly bodyTypes?: readonly string[]
  /** Largest body in bytes, if it differs from the limit of its access. */
  readonly bodyLimit?: number
  /** Whether an action may be sent without its body, which means `{}` (docs/contract/conventions.md#request-bodies). */
  readonly bodyOptional?: boolean
  readonly shape: Shape
  /** Name of the events of a stream (docs/contract/live.md#events). */
  readonly event?: string
  /** Schema of `data`, or of one element of it for lists, or of each event of a stream. */
  readonly data: Data
  /** Status of success if it is not 200 (docs/contract/conventions.md#status-codes). */
  readonly successStatus?: 201 | 204
  /** Schema of each result where a body may ask for a bulk action: their list has `meta` and is always answered 200. */
  readonly bulkData?: z.ZodType
  readonly errors: readonly ErrorCode[]
}

/** The input of a handler, inferred from the declaration. */
export type RouteInput<R extends Route> = {
  params: R['params'] extends z.ZodType ? z.output<R['params']> : Record<string, never>
  query: R['query'] extends z.ZodType ? z.output<R['query']> : Record<string, never>
  body: R['body'] extends z.ZodType
    ? z.output<R['body']>
    : R['bodyTypes'] extends readonly string[]
      ? BinaryBody<R['bodyTypes'][number]>
      : undefined
}

/** A body that is not JSON. */
export type BinaryBody<MediaType extends string = string> = { mediaType: MediaType; content: Uint8Array }

/** One page of a list and the number of elements in the whole list. */
export type Page<Item> = { items: Item[]; page: number; size: number; totalElements: number }

/** The result of a handler, inferred from the declaration: the object, the whole list, or one page; of a stream, no data. */
export type RouteResult<R extends Route> = R['shape'] extends 'object'
  ? z.input<R['data']> | (R['bulkData'] extends z.ZodType ? z.input<R['bulkData']>[] : never)
  : R['shape'] extends 'list'
    ? z.input<R['data']>[]
    : R['shape'] extends 'stream'
      ? never
      : Page<z.input<R['data']>>

/** Whether responses, errors too, are for the caller alone (docs/contract/conventions.md#caching). */
export const isPrivate = ({ access, path }: Pick<Route, 'access' | 'path'>): boolean =>
  access !== 'public' || path.startsWith('/api/admin/')

/** Whether the response of a route is the same for everyone (docs/contract/conventions.md#caching). */
export const isPublicRead = (route: Pick<Route, 'access' | 'path' | 'method' | 'shape'>): boolean =>
  route.method === 'GET' && !isPrivate(route) && !isStream(route)

/** Whether the response of a route is a stream of server-sent events (docs/contract/live.md). */
export const isStream = ({ shape }: Pick<Route, 'shape'>): boolean => shape === 'stream'

/** Whether responses of a route have an ETag, so that current ones are not sent again (docs/contract/conventions.md#caching). */
export const isRevalidated = (route: Pick<Route, 'access' | 'path' | 'method' | 'shape'>): boolean =>
  isPublicRead(route) || (route.method === 'GET' && route.access === 'admin')

/** Whether a route is a list of the administration, also available as CSV (docs/contract/admin.md#csv). */
export const isExported = ({ method, access, shape }: Pick<Route, 'method' | 'access' | 'shape'>): boolean =>
  method === 'GET' && access === 'admin' && shape !== 'object'

/** Whether a route refuses every body except `{}` (docs/contract/conventions.md#request-bodies). */
export const takesNoBody = (route: Pick<Route, 'method' | 'body' | 'bodyTypes' | 'errors'>): boolean =>
  route.method !== 'GET' && !takesBody(route) && !route.errors.includes('NOT_IMPLEMENTED')

/** Whether requests of a route have a body, JSON or not. */
export const takesBody = ({ body, bodyTypes }: Pick<Route, 'body' | 'bodyTypes'>): boolean =>
  body !== undefined || bodyTypes !== undefined

/** Whether fields that nothing reads are ignored in the body of a route (docs/contract/conventions.md#unknown-fields). */
export const mayIgnoreFields = ({ access, body }: Pick<Route, 'access' | 'body'>): boolean =>
  body !== undefined && (access === 'public' || access === 'member')

/** Whether the body of a route has an idempotency key (docs/contract/conventions.md#idempotency). */
export const takesKey = ({ body }: Pick<Route, 'body'>): boolean =>
  body instanceof z.ZodObject && 'idempotencyKey' in body.shape

/** Whether a route without such a field reads `Idempotency-Key` (docs/contract/conventions.md#idempotency). */
export const takesKeyHeader = (route: Pick<Route, 'method' | 'access' | 'body' | 'changesNothing'>): boolean =>
  route.method === 'POST' &&
  (route.access === 'member' || route.access === 'admin' || route.access === 'internal') &&
  !route.changesNothing &&
  !takesKey(route)

/** Largest body of a request in bytes (docs/contract/limits.md#request-bodies). */
export const maxBodyBytes = 100_000

/** Largest body without a token, in bytes: a hundred zones with the longest ids take 12,000. */
export const maxPublicBodyBytes = 16_000

/** Largest image of a product, in bytes. */
export const maxImageBytes = 1_000_000

/** Largest body of a route's requests, in bytes. */
export const bodyLimitOf = ({ access, bodyLimit }: Pick<Route, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? (access === 'public' ? maxPublicBodyBytes : maxBodyBytes)

/** How much the JSON of a body may hold: the largest has 4 levels and 900 values (docs/contract/limits.md). */
export const bodyBounds = { depth: 16, values: 5_000 } as const

/** A complete route with the types of its parts, as tests declare it. */
export const route = <const R extends Route>(declaration: R): R => declaration

/** An admin route as its owner serves it to the admin service. */
export type InternalRoute<R extends Route> = Omit<R, 'access' | 'path'> & { access: 'internal'; path: string }

/** `/api/admin/orders/{id}` of the checkout service is `/internal/checkout/orders/{id}` there. */
export const internalPath = (owner: Owner, adminPath: string): string =>
  adminPath.replace('/api/admin', `/internal/${owner}`)

/** The endpoint that an owner serves for an admin route: the same except for path and access. */
export const internal = <R extends Route & { owner: Owner }>(declared: R): InternalRoute<R> => ({
  ...declared,
  access: 'internal',
  path: internalPath(declared.owner, declared.path),
})
