import { inDays } from '@campstore/testing/campground'
import type { Pool } from 'pg'

/** A checkout of a stay that succeeds, without its key. */
export const goodStay = {
  campgroundId: 'saddle-lake',
  checkIn: inDays(30),
  checkOut: inDays(32),
  guestCount: 2,
  zones: [{ zoneId: 'saddle-lake-shore', quantity: 1 }],
  paymentMethod: 'gateway-credit',
}

/** A checkout of an order that succeeds, without its key. */
export const goodOrder = {
  items: [{ variantId: 'ridgeline-tent-4p-sand', quantity: 1 }],
  shipping: { recipientName: 'Lin Mei', phone: '0912345678', address: '1 Zhongxiao E. Rd., Taipei' },
  paymentMethod: 'gateway-credit',
}

/** Customers of the demonstration data, with the subjects of the good credentials. */
const customers: Readonly<Record<string, string>> = {
  'customer-member': 'active',
  'customer-hiker': 'other',
  'customer-suspended': 'suspended',
  'customer-deleted': 'deleted',
}

/** The administrators of the demonstration data. */
const staff = ['admin', 'operator', 'warehouse', 'inactive'] as const

/** Undoes what requests have done to the people who send them, so that they keep their permissions. */
export async function restorePeople(owner: Pool): Promise<void> {
  for (const name of staff) {
    const values = [`administrator-${name}`, name === 'inactive' ? 'operator' : name, name !== 'inactive']
    await owner.query('update admin.account set role = $2, active = $3 where id = $1', values)
  }
  await owner.query('delete from admin.permission_override')
  await owner.query(`update member.customer set status = 'active' where id in ('customer-member', 'customer-hiker')`)
}

/** Gives the people of the demonstration data the subjects of the good credentials. */
export async function bindPeople(owner: Pool): Promise<void> {
  for (const [id, subject] of Object.entries(customers))
    await owner.query('update member.customer set firebase_uid = $2 where id = $1', [id, `subject-${subject}`])
  for (const name of staff)
    await owner.query('update admin.account set firebase_uid = $2 where id = $1', [
      `administrator-${name}`,
      `subject-${name}`,
    ])
}
