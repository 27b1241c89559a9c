import { roleDefaults, roles, sections } from '@campstore/contract/admin/permissions'
import { addedEndpoints, areas } from '@campstore/contract/areas'
import { type ErrorCode, errorAdvice, errorDescriptions, errorStatus } from '@campstore/contract/errors'
import { eventDataSchemas } from '@campstore/contract/messages/events'
import { type Route, takesBody, takesNoBody } from '@campstore/contract/route'
import type { z } from 'zod'
import { type FieldRow, fieldRows } from './fields.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Fields that a response or a message has, or what distinguishes them from the fields of `base`. */
export function responseTable(schema: z.ZodType, base?: z.ZodType): string {
  const shown = fieldRows(schema, 'output')
  return base ? difference(shown, fieldRows(base, 'output')) : table(fieldsHead, shown.map(cells))
}

const fieldsHead = ['Field', 'Type', 'Description']
const cells = ({ path, type, description }: FieldRow) => [`\`${path}\``, type, description]

/** The fields that a base lacks or describes otherwise in a table, and the names of those that only the base has. */
function difference(shown: readonly FieldRow[], base: readonly FieldRow[]): string {
  const names = new Set(shown.map(({ path }) => path))
  const missing = base.map(({ path }) => path).filter(path => !names.has(path))
  const lacking = missing.filter(path => !missing.some(outer => /^(?:\[\])?\./.test(path.replace(outer, ''))))
  const known = new Set(base.map(each => cells(each).join('|')))
  const rows = shown.map(cells).filter(each => !known.has(each.join('|')))
  const parts = [
    ...(lacking.length > 0 ? [`Without ${lacking.map(path => `\`${path}\``).join(', ')}.`] : []),
    ...(rows.length > 0 ? [table(fieldsHead, rows)] : []),
  ]
  return parts.join('\n\n')
}

function added(rows: readonly FieldRow[], base: readonly FieldRow[]): FieldRow[] {
  const known = new Set(base.map(({ path }) => path))
  return rows.filter(({ path }) => !known.has(path))
}

/** Fields of a body as clients send them, or what distinguishes an optional one from the body `base`. */
export function bodyTable(schema: z.ZodType, base?: z.ZodType): string {
  const rows = fieldRows(schema, 'input')
  return base ? difference(rows, fieldRows(base, 'input')) : requestTable('Field', rows)
}

/** Parameters of a query. Those of pages, which are the same in every list, share a row. */
export function queryTable(schema: z.ZodType): string {
  const rows = fieldRows(schema, 'input').filter(({ path }) => path !== 'size')
  const paging = { path: 'page`, `size', description: 'Part of the list ([Paging](conventions.md#paging))' }
  return requestTable(
    'Parameter',
    rows.map(row => (row.path === 'page' ? { ...row, ...paging } : row)),
  )
}

const requestTable = (head: string, rows: readonly FieldRow[]): string =>
  table(
    [head, 'Type', 'Required', 'Description'],
    rows.map(({ path, type, required, description }) => [`\`${path}\``, type, required ? 'yes' : 'no', description]),
  )

const adminRefusals: readonly ErrorCode[] = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN']
const refusals: Record<Route['access'], readonly ErrorCode[]> = {
  public: [],
  member: ['UNAUTHORIZED', 'FORBIDDEN'],
  admin: adminRefusals,
  internal: adminRefusals,
  sender: ['UNAUTHORIZED'],
}

/** Codes of a route, without the codes of every route of its kind (docs/contract/errors.md#codes-of-every-route). */
function ownErrors(route: Route): ErrorCode[] {
  const { access, errors, query } = route
  return errors.filter(code => {
    if (code === 'VALIDATION_ERROR' && (query || takesBody(route) || takesNoBody(route))) return false
    return !refusals[access].includes(code)
  })
}

/** Endpoints with permissions, effect and error codes. */
export function routesTable(routes: readonly Route[]): string {
  const forAdministrators = routes.some(({ access }) => access === 'admin')
  const head = ['Endpoint', ...(forAdministrators ? ['Permission'] : []), 'Description', 'Specific error codes']
  return table(
    head,
    routes.map(route => {
      const { method, path, permissions = [], summary } = route
      const purpose = addedEndpoints.has(`${method} ${path}`) ? `${summary}. **Addition**` : summary
      const permission = forAdministrators ? [permissions.join(', ') || 'none'] : []
      return [`\`${method} ${path}\``, ...permission, purpose, ownErrors(route).join(', ') || '–']
    }),
  )
}

export function errorsTable(): string {
  const codes = Object.entries(errorStatus) as [ErrorCode, number][]
  return table(
    ['HTTP', 'Code', 'When', 'What to do'],
    codes.map(([code, status]) => [String(status), code, errorDescriptions[code], errorAdvice[code]]),
  )
}

/** Every event type, with the fields that the first event of its kind does not have. */
export function eventsTable(): string {
  return table(
    ['Type', 'Published when', 'Further data'],
    Object.entries(eventDataSchemas).map(([type, schema]) => {
      const base = type.startsWith('order.') ? eventDataSchemas['order.created'] : eventDataSchemas['booking.created']
      const further = type.startsWith('payment.') ? [] : added(fieldRows(schema, 'output'), fieldRows(base, 'output'))
      return [`\`${type}\``, schema.description ?? '', further.map(({ path }) => `\`${path}\``).join(', ') || '–']
    }),
  )
}

/** What each role may do by default, by section. */
export function roleDefaultsTable(): string {
  const granted = (role: (typeof roles)[number], section: string) =>
    ['view', 'edit']
      .filter(right => (roleDefaults[role] as readonly string[]).includes(`${section}.${right}`))
      .join(', ')
  return table(
    ['Section', ...roles],
    sections.map(section => [section, ...roles.map(role => granted(role, section) || '–')]),
  )
}

/** What came with each revision of each area. */
export const additionsTable = (): string =>
  table(
    ['Revision', 'Additions'],
    Object.values(areas).flatMap(({ name, revisions }) =>
      Object.entries(revisions).map(([revision, additions]) => [`${name} ${revision}`, additions]),
    ),
  )

/** The contract's revision of each area. */
export const revisionsTable = (): string =>
  table(
    ['Area', 'Revision'],
    Object.values(areas).map(({ name, revision }) => [name, revision]),
  )
