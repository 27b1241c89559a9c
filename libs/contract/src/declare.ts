import { z } from 'zod'
import type { Permission, Section } from './admin/permissions.ts'
import type { ErrorCode } from './errors.ts'
import {
  type Access,
  type Method,
  type Owner,
  type Route,
  type Shape,
  takesBody,
  takesKeyHeader,
  takesNoBody,
} from './route.ts'
import { pathIdSchema } from './schemas.ts'

/**
 * The declaration of a route. Its name and its access are added, and so are the parameters of its path, the error codes of every
 * route of its kind (docs/contract/errors.md#codes-of-every-route), and NOT_FOUND of an id in its path: `errors` has the others.
 * The shape is `object` where none is given.
 */
type Declaration = Omit<Route, 'name' | 'access' | 'method' | 'path' | 'shape' | 'errors'> & {
  /** Method and path, as the contract's pages write them. */
  readonly endpoint: `${Method} /${string}`
  readonly shape?: Shape
  readonly errors?: readonly ErrorCode[]
}
type Declarations<D extends Declaration = Declaration> = Readonly<Record<string, D>>

/** The names in braces. */
type Names<E extends string> = E extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** The parameters of a path: each is an id. */
type ParamsIn<E extends string> = [Names<E>] extends [never]
  ? undefined
  : z.ZodObject<Readonly<Record<Names<E>, typeof pathIdSchema>>>

/** A declared route, with the types of its parts. */
type Declared<Name extends string, A extends Access, D extends Declaration> = Omit<
  D,
  'endpoint' | 'params' | 'shape' | 'errors'
> & {
  readonly name: Name
  readonly access: A
  readonly method: D['endpoint'] extends `${infer M extends Method} ${string}` ? M : never
  readonly path: string
  readonly params: D extends { params: infer P extends z.ZodType } ? P : ParamsIn<D['endpoint']>
  readonly shape: D extends { shape: infer S extends Shape } ? S : 'object'
  readonly errors: readonly ErrorCode[]
}

type DeclaredRoutes<A extends Access, Ds extends Declarations> = {
  readonly [Name in keyof Ds & string]: Declared<Name, A, Ds[Name]>
}

/** A list in pages: its query, and the schema of an element. */
export const pageOf = <Query extends z.ZodType, Data extends z.ZodType>(query: Query, data: Data) =>
  ({ query, shape: 'page', data }) as const

/** A list on a single page. */
export const listOf = <Data extends z.ZodType>(data: Data) => ({ shape: 'list', data }) as const

/** The response of a creation by administrators. */
export const created = <Data extends z.ZodType>(data: Data) => ({ data, successStatus: 201 }) as const

/** The response of a change that the state of the resource may refuse. */
export const changed = <Data extends z.ZodType>(data: Data) => ({ data, errors: ['CONFLICT'] }) as const

/** The response of a removal. */
export const removed = { data: z.null(), successStatus: 204 } as const

const adminErrors = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const
const errorsByAccess: Record<Access, readonly ErrorCode[]> = {
  public: [],
  member: ['UNAUTHORIZED', 'FORBIDDEN'],
  admin: adminErrors,
  internal: adminErrors,
  sender: ['UNAUTHORIZED'],
}

/** Declares routes of one access, each named by its key. */
export function declareRoutes<const A extends Access, const Ds extends Declarations>(
  access: A,
  declarations: Ds,
): DeclaredRoutes<A, Ds> {
  const routes = Object.entries(declarations).map(([name, declaration]) => [name, completed(name, access, declaration)])
  // Object.entries forgets the keys.
  return Object.fromEntries(routes) as DeclaredRoutes<A, Ds>
}

function completed(name: string, access: Access, { endpoint, ...declaration }: Declaration): Route {
  const parts = { ...partsOf(endpoint), name, access }
  const params = paramsIn(parts.path)
  const route = { shape: 'object' as const, errors: [], ...(params && { params }), ...declaration, ...parts }
  const { query, path, errors, permissions } = route
  const isKeyed = takesKeyHeader(route)
  const isValidated = query !== undefined || takesBody(route) || takesNoBody(route) || isKeyed
  const ofValidation: readonly ErrorCode[] = isValidated ? ['VALIDATION_ERROR'] : []
  const hasId = /[iI]d\}/.test(path) && !errors.includes('NOT_IMPLEMENTED')
  const ofId: readonly ErrorCode[] = hasId ? ['NOT_FOUND'] : []
  const ofKey: readonly ErrorCode[] = isKeyed && !errors.includes('CONFLICT') ? ['CONFLICT'] : []
  const isOpenToAll = access === 'admin' && !permissions?.length
  const ofAccess = errorsByAccess[access].filter(code => code !== 'FORBIDDEN' || !isOpenToAll)
  return { ...route, errors: [...ofValidation, ...ofAccess, ...ofId, ...errors, ...ofKey] }
}

/** Method and path of an endpoint. */
function partsOf(endpoint: Declaration['endpoint']): Pick<Route, 'method' | 'path'> {
  // Its type says so.
  const [method, path] = endpoint.split(' ') as [Method, string]
  return { method, path }
}

/** A schema of the ids in a path, described by the resource before the id or by its name; undefined where there are none. */
function paramsIn(path: string): z.ZodObject | undefined {
  const ids = [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)].map(([, collection = '', name = '']) => {
    const resource = name === 'id' ? nounOf(collection) : name.replace(/Id$/, '')
    return [name, pathIdSchema.describe(`${resource.charAt(0).toUpperCase()}${resource.slice(1)} id`)]
  })
  return ids.length === 0 ? undefined : z.object(Object.fromEntries(ids))
}

/** `rental-listings` are `rental listing`. */
const nounOf = (collection: string): string =>
  collection === 'users' ? 'administrator' : collection.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '')

/** The declaration of an admin route. Permissions only where they differ from its section's. */
type AdminDeclaration = Omit<Declaration, 'owner' | 'permissions'> & { readonly permissions?: readonly Permission[] }

/** The declarations with the parts that they share. */
type Completed<O extends Owner | undefined, Ds extends Declarations<AdminDeclaration>> = {
  readonly [Name in keyof Ds]: Omit<Ds[Name], 'permissions'> & {
    readonly permissions: readonly Permission[]
  } & (O extends Owner ? { readonly owner: O } : unknown)
}

/**
 * Declares admin routes, each named by its key. A GET takes the permission `section.view`, any other method `section.edit`
 * (docs/contract/authentication.md#permissions). A write names the route that reads the resource which it changes, for the
 * audit log: the one with the longest beginning of its path.
 *
 * @param owner the service that answers them; undefined for the admin service itself
 */
export function declareAdminRoutes<const O extends Owner | undefined, const Ds extends Declarations<AdminDeclaration>>(
  section: Section,
  owner: O,
  declarations: Ds,
): DeclaredRoutes<'admin', Completed<O, Ds>> {
  const completed = Object.entries(declarations).map(([name, declaration]) => {
    const permissions = [`${section}.${partsOf(declaration.endpoint).method === 'GET' ? 'view' : 'edit'}`]
    const reads = readingRoute(declaration, declarations)
    return [name, { permissions, ...(reads && { reads }), ...declaration, ...(owner && { owner }) }]
  })
  // Object.entries forgets the keys.
  return declareRoutes('admin', Object.fromEntries(completed) as Completed<O, Ds>)
}

function readingRoute(
  { endpoint }: AdminDeclaration,
  declarations: Declarations<AdminDeclaration>,
): string | undefined {
  const { method, path } = partsOf(endpoint)
  if (method === 'GET') return undefined
  const reading = Object.entries(declarations).filter(
    ([, other]) => other.shape === undefined && `GET ${path}/`.startsWith(`${other.endpoint}/`),
  )
  return reading.sort(([, left], [, right]) => right.endpoint.length - left.endpoint.length)[0]?.[0]
}
