import { addZoneSchema, createCampgroundSchema } from '@campstore/contract/admin/campgrounds'
import { createClosureSchema } from '@campstore/contract/admin/closures'
import { createCouponSchema } from '@campstore/contract/admin/coupons'
import { changeCustomerSchema } from '@campstore/contract/admin/customers'
import { setHolidaySchema } from '@campstore/contract/admin/holidays'
import { changeBookingPolicySchema, changeShippingPolicySchema } from '@campstore/contract/admin/policies'
import { createProductSchema, newVariantSchema, setImagesSchema } from '@campstore/contract/admin/products'
import { createRentalListingSchema } from '@campstore/contract/admin/rental-listings'
import { createUserSchema } from '@campstore/contract/admin/users'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonRecordTypes } from './record-types.ts'

/** Each record of the files, and parts of it, with the request that staff send for the same thing, and the fields that only files have. */
const doors: [file: string, part: string, body: z.ZodObject, onlyInFiles: string[]][] = [
  ['campgrounds.json', '', createCampgroundSchema, ['id', 'zones']],
  ['campgrounds.json', 'zones', addZoneSchema, ['id']],
  ['items.json', '', createProductSchema, ['id', 'active', 'skus']],
  ['items.json', 'skus', z.object({ code: newVariantSchema.shape.sku }), ['id', 'active', 'variants']],
  ['items.json', 'skus.variants', newVariantSchema, ['id']],
  ['products.json', '', createProductSchema.extend(setImagesSchema.shape), ['id', 'itemId']],
  ['rental-listings.json', '', createRentalListingSchema, ['id']],
  ['closures.json', '', createClosureSchema, ['id']],
  ['holidays.json', '', setHolidaySchema, ['date']],
  ['policy.json', '', changeBookingPolicySchema.required(), []],
  ['shipping-policy.json', '', changeShippingPolicySchema.required(), []],
  ['coupons.json', '', createCouponSchema, ['id', 'usedCount']],
  [
    'customers.json',
    '',
    changeCustomerSchema.extend({ email: createUserSchema.shape.email }),
    ['id', 'status', 'preferences', 'defaultShippingAddress', 'tags', 'registeredAt', 'pastSpending'],
  ],
  ['administrators.json', '', createUserSchema, ['id', 'active']],
]

/** The inner schema, without optional, nullable and array wrappers. */
function objectOf(schema: z.core.$ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodArray) return objectOf(schema.element)
  if (schema instanceof z.ZodDefault) return objectOf(schema.unwrap())
  throw new Error('not a record')
}

const lengths = [1, 50, 51, 64, 65, 100, 101, 200, 201, 254, 255, 500, 501, 5_000, 5_001, 20_000, 20_001]
const messy: unknown[] = [
  ...['R-1', ' R-1', 'R-1\u00a0', '\tR-1\n', '\u3000R-1\u3000', 'R\u200b1', 'R\u00ad1', '\u202eR1', 'R\t1', 'R\u00001'],
  ...[
    '',
    ' ',
    '\u3000',
    '\ud800',
    'Ｒ－１',
    'a@campstore.test ',
    'ａ@campstore.test',
    'active',
    'holiday',
    'Asia/Taipei',
    'Asia/Tokyo',
  ],
  ...['0', '0.00', '0.01', '0.30', '0.31', '1200', '1200.5', '1200.555', '-1.00', '１２', '99999999999.00'],
  ...['2027-02-28', '2027-02-30', '2027-02-01T00:00:00+08:00', '2027-02-01', '0000-01-01T00:00:00Z', '20270228'],
  ...lengths.map(length => 'x'.repeat(length)),
  ...[0, 1, -1, 1.5, 6, 7, 23, 24, 365, 366, 3_650, 3_651, 2_147_483_647, 2_147_483_648, true, false, [], {}],
  ...[
    ['https://x.test/a.png', 'https://x.test/a.png'],
    Array.from({ length: 11 }, (_, n) => `https://x.test/${n}.png`),
  ],
  ...[
    ['https://x.test/a.png '],
    ['javascript:x'],
    ['pending', 'confirmed'],
    ['pending'],
    ['confirmed', 'pending', 'pending'],
  ],
]

const outcome = (schema: z.core.$ZodType | undefined, value: unknown) => {
  const parsed = z.safeParse(schema ?? z.never(), value)
  return parsed.success ? { stored: parsed.data ?? null } : 'refused'
}

test.each(doors)('%s %s: every field takes and stores what it does in the API', (file, part, body, onlyInFiles) => {
  const whole = objectOf(jsonRecordTypes.find(type => type.file === file)?.record ?? z.never())
  const record = part
    .split('.')
    .filter(Boolean)
    .reduce((of, name) => objectOf(of.shape[name] ?? z.never()), whole)
  // References of files are ids of files.
  const shared = Object.keys(record.shape).filter(
    name => !onlyInFiles.includes(name) && !/^(?:campground|variant)Id$/.test(name),
  )
  expect(shared.filter(name => !(name in body.shape))).toEqual([])
  const differences = shared.flatMap(name =>
    messy
      .map(value => ({ name, value, file: outcome(record.shape[name], value), api: outcome(body.shape[name], value) }))
      .filter(({ file: inFile, api }) => JSON.stringify(inFile) !== JSON.stringify(api)),
  )
  expect(differences).toEqual([])
})
