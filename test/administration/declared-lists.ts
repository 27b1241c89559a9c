import { adminRoutes } from '@campstore/contract/admin/routes'
import { bookingRoutes } from '@campstore/contract/booking/routes'
import { memberRoutes } from '@campstore/contract/me/routes'
import { internalPath, type Route } from '@campstore/contract/route'
import { z } from 'zod'

/** What the JSON schema of a query parameter or a field says. */
export type Parameter = {
  enum?: string[]
  anyOf?: Parameter[]
  type?: string
  title?: string
  default?: string
  description?: string
}
const schema = z.object({ properties: z.record(z.string(), z.custom<Parameter>()) })
const propertiesOf = (type: z.ZodType | undefined) =>
  type ? schema.parse(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })).properties : {}

/** Lists whose query is not a filter; they have their own tests. */
const ofAnotherKind: readonly string[] = [
  'listBookingsOfClosure',
  'listAffectedBookings',
  'listBookingsOfZone',
  'searchAvailability',
]

const declared = [adminRoutes, bookingRoutes, memberRoutes]
  .flatMap(routes => Object.values<Route>(routes))
  .filter(({ name, shape }) => shape === 'page' && !ofAnotherKind.includes(name))
  .map(({ name, path, owner, permissions = [], query, data }) => {
    const { page, size, q, sort, ...others } = propertiesOf(query)
    // Numbers are bounds, which the service's own tests try.
    const filters = Object.fromEntries(Object.entries(others).filter(([, { title }]) => title !== 'integer'))
    const fields = propertiesOf(data)
    const sorts = new Set(sort?.enum?.map(text => text.split(',')[0] ?? ''))
    const [firstField = 'id'] = Object.keys(fields)
    return {
      name,
      owner,
      permissions,
      idField: 'id' in fields ? 'id' : firstField,
      path: owner ? internalPath(owner, path) : path,
      fields,
      filters,
      order: sort?.default,
      sorts: [...sorts],
      hasSearch: q !== undefined,
    }
  })
export type List = (typeof declared)[number]
/** Every paged list but the public one of products, stays and those {@link ofAnotherKind}. */
export const lists = declared.filter(({ name }) => name !== 'listStays')
/** The lists that have a search, also stays. */
export const searchable = declared.filter(({ hasSearch }) => hasSearch)
/** The lists by each field that they sort by. */
export const sorted = lists.flatMap(list => list.sorts.map(field => ({ ...list, field })))
/** The lists by each parameter that they filter by. */
export const filtered = lists.flatMap(list =>
  Object.entries(list.filters).map(([parameter, type]) => ({ ...list, parameter, type })),
)
