import { bookingsQuerySchema } from '@campstore/contract/admin/bookings'
import { customersQuerySchema } from '@campstore/contract/admin/customers'
import { ordersQuerySchema } from '@campstore/contract/admin/orders'
import type { Queryable, Statement } from '@campstore/database/database'
import { createPaginator } from '@campstore/database/pagination'
import type pg from 'pg'
import { findBookings } from '../../../services/booking/src/persistence/booking-list.ts'
import { findOrders } from '../../../services/checkout/src/persistence/order-list.ts'
import { findCustomers } from '../../../services/me/src/persistence/customers.ts'
import { planOf, planText } from '../query-plan.ts'
import type { ListName, Question } from './lists.ts'

/** Asks a database for a list as its owner does. */
function read(list: ListName, database: Queryable, query: Record<string, string | string[]>): Promise<unknown> {
  const findPage = createPaginator(database)
  switch (list) {
    case 'bookings':
      return findBookings(findPage, bookingsQuerySchema.parse(query))
    case 'orders':
      return findOrders(findPage, ordersQuerySchema.parse(query))
    case 'customers':
      return findCustomers(findPage, customersQuerySchema.parse(query))
  }
}

/** A query as the service has it after parsing: a name that is repeated has several values. */
function parsed(query: string): Record<string, string | string[]> {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(given.keys())].map(name => {
      const [first = '', ...more] = given.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

/** How PostgreSQL answers the first query of a question: its total, then its page. */
export async function questionPlan(owner: pg.Client, { list, name, queries }: Question): Promise<string> {
  const sent: Statement[] = []
  const recorder: Queryable = {
    query: (statement, values) => {
      const whole = typeof statement === 'string' ? { text: statement, values } : statement
      sent.push(whole)
      return owner.query(whole)
    },
  }
  const [query = ''] = queries
  await read(list, recorder, parsed(query))
  const plans: string[] = []
  for (const statement of sent) plans.push(planText(await planOf(owner, statement)))
  return `### ${list}, ${name}: \`${decodeURIComponent(query)}\`\n\n${plans.join('\n\n')}`
}
