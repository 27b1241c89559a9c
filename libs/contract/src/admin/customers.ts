import { z } from 'zod'
import { bookingListItemSchema } from '../booking/schemas.ts'
import { orderListItemSchema } from '../orders.ts'
import { route } from '../route.ts'
import { dateSchema, moneySchema, pagingFields, pathIdSchema, timestampSchema } from '../schemas.ts'
import { idParams, oneOf, searchFilter, someOf, sortedBy, textInput } from './fields.ts'

export const customerStatuses = ['active', 'suspended', 'deleted'] as const
export const tiers = ['bronze', 'silver', 'gold', 'platinum'] as const
export type Tier = (typeof tiers)[number]

const listFields = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.enum(customerStatuses),
  tier: z.enum(tiers),
  tierName: z.string(),
  points: z.int().min(0),
  authProvider: z.string(),
  firebaseUidBound: z.boolean(),
  registeredAt: timestampSchema,
  firstPurchaseUsed: z.boolean(),
  totalSpent: moneySchema,
  tags: z.array(z.strictObject({ id: z.string(), name: z.string() })),
}

/** A customer as one line of a list (interface.md, AdminCustomer). */
export const adminCustomerSchema = z.strictObject(listFields)
export type AdminCustomer = z.infer<typeof adminCustomerSchema>

/** A customer with what only the detail shows (decisions.md, 9 and 12). */
export const adminCustomerDetailSchema = z.strictObject({
  ...listFields,
  birthday: dateSchema.nullable(),
  updatedAt: timestampSchema,
  preferences: z.strictObject({ interests: z.array(z.string()), newsletter: z.boolean() }),
  defaultShippingAddress: z
    .strictObject({ recipientName: z.string(), phone: z.string(), address: z.string() })
    .nullable(),
  recentOrders: z.array(orderListItemSchema).max(5),
  recentBookings: z.array(bookingListItemSchema).max(5),
})
export type AdminCustomerDetail = z.infer<typeof adminCustomerDetailSchema>

export const customersQuerySchema = z.object({
  ...pagingFields,
  q: searchFilter,
  status: oneOf(customerStatuses),
  tier: oneOf(tiers),
  tagId: someOf(pathIdSchema),
  sort: sortedBy(['registeredAt', 'totalSpent', 'name', 'points', 'updatedAt'], 'registeredAt,desc'),
})
export type CustomersQuery = z.output<typeof customersQuerySchema>

export const changeCustomerSchema = z.strictObject({
  name: textInput(100).optional(),
  phone: textInput(50).nullable().optional(),
  birthday: dateSchema.nullable().optional(),
  points: z.int().min(0).max(2_147_483_647).optional(),
})
export type ChangeCustomer = z.output<typeof changeCustomerSchema>

const view = ['customers.view'] as const
const edit = ['customers.edit'] as const
const refusals = ['UNAUTHORIZED', 'ADMIN_NOT_WHITELISTED', 'ADMIN_INACTIVE', 'FORBIDDEN'] as const

/** Customers; the me service answers these. */
export const customerRoutes = {
  listCustomers: route({
    name: 'listCustomers',
    summary: 'Customers, filtered and sorted',
    method: 'GET',
    path: '/api/admin/customers',
    access: 'admin',
    owner: 'me',
    permissions: view,
    query: customersQuerySchema,
    shape: 'page',
    data: adminCustomerSchema,
    errors: ['VALIDATION_ERROR', ...refusals],
  }),
  getCustomer: route({
    name: 'getCustomer',
    summary: 'One customer with recent orders and bookings',
    method: 'GET',
    path: '/api/admin/customers/{id}',
    access: 'admin',
    owner: 'me',
    permissions: view,
    params: idParams,
    shape: 'object',
    data: adminCustomerDetailSchema,
    errors: [...refusals, 'NOT_FOUND'],
  }),
  changeCustomer: route({
    name: 'changeCustomer',
    summary: 'Changes name, phone, birthday or points',
    method: 'PATCH',
    path: '/api/admin/customers/{id}',
    access: 'admin',
    owner: 'me',
    permissions: edit,
    reads: 'getCustomer',
    params: idParams,
    body: changeCustomerSchema,
    shape: 'object',
    data: adminCustomerDetailSchema,
    errors: ['VALIDATION_ERROR', ...refusals, 'NOT_FOUND'],
  }),
  suspendCustomer: route({
    name: 'suspendCustomer',
    summary: 'Suspends an active customer',
    method: 'POST',
    path: '/api/admin/customers/{id}/suspend',
    access: 'admin',
    owner: 'me',
    permissions: edit,
    reads: 'getCustomer',
    params: idParams,
    shape: 'object',
    data: adminCustomerDetailSchema,
    errors: [...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
  reactivateCustomer: route({
    name: 'reactivateCustomer',
    summary: 'Makes a suspended customer active again',
    method: 'POST',
    path: '/api/admin/customers/{id}/reactivate',
    access: 'admin',
    owner: 'me',
    permissions: edit,
    reads: 'getCustomer',
    params: idParams,
    shape: 'object',
    data: adminCustomerDetailSchema,
    errors: [...refusals, 'NOT_FOUND', 'CONFLICT'],
  }),
}
