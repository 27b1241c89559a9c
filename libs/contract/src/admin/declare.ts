import { type Declaration, type DeclaredRoutes, declareRoutes, type Owner, partsOf } from '../route.ts'
import type { Permission, Section } from './permissions.ts'

/** The declaration of an admin route. Permissions only where they differ from its section's. */
type AdminDeclaration = Omit<Declaration, 'access' | 'owner' | 'permissions'> & {
  readonly permissions?: readonly Permission[]
}

type AdminDeclarations = Readonly<Record<string, AdminDeclaration>>

/** The declarations with the parts that they share. */
type Completed<O extends Owner | undefined, Ds extends AdminDeclarations> = {
  readonly [Name in keyof Ds]: Omit<Ds[Name], 'permissions'> & {
    readonly access: 'admin'
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
export function declareAdminRoutes<const O extends Owner | undefined, const Ds extends AdminDeclarations>(
  section: Section,
  owner: O,
  declarations: Ds,
): DeclaredRoutes<Completed<O, Ds>> {
  const shared = { access: 'admin', ...(owner && { owner }) }
  const completed = Object.entries(declarations).map(([name, declaration]) => {
    const permissions = [`${section}.${partsOf(declaration.endpoint).method === 'GET' ? 'view' : 'edit'}`]
    const reads = readingRoute(declaration, declarations)
    return [name, { permissions, ...(reads && { reads }), ...declaration, ...shared }]
  })
  // Object.entries forgets the keys.
  return declareRoutes(Object.fromEntries(completed) as Completed<O, Ds>)
}

function readingRoute({ endpoint }: AdminDeclaration, declarations: AdminDeclarations): string | undefined {
  const { method, path } = partsOf(endpoint)
  if (method === 'GET') return undefined
  const reading = Object.entries(declarations).filter(
    ([, other]) => other.shape === undefined && `GET ${path}/`.startsWith(`${other.endpoint}/`),
  )
  return reading.sort(([, left], [, right]) => right.endpoint.length - left.endpoint.length)[0]?.[0]
}
