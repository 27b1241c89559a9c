import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminRoutes } from '../admin/routes.ts'
import { bookingRoutes } from '../booking/routes.ts'
import { storeCheckoutRoutes } from '../checkout/routes.ts'
import { describeIssues, safeParse } from '../issue-text.ts'
import { memberRoutes } from '../me/routes.ts'
import { paymentNotificationSchema, refundNotificationSchema } from '../messages/payments.ts'
import { productRoutes } from '../products/routes.ts'
import type { Route } from '../route.ts'
import { english } from './text.ts'

/** Values of every kind; some of them are right somewhere, so that checks of several fields are reached. */
const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, true, 0, -1, 1.5, Infinity, 7, 1e12, {}, { length: { toString: 0 } }, [], [[]], [{}], ''),
  fc.constantFrom('2026-11-24', '2026-13-01', '2026-11-24T08:00:00Z', '0000-01-01T00:00:00+23:59'),
  fc.constantFrom(
    ...['120.00', '0.30', '-1', 'x'.repeat(6_000), '\0', '\ud800', '3', 'a@b.test', 'https://x', '/a', '24:00'],
  ),
)

/** Values that resemble those of a schema. */
function near(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, near(field)] as const)
    const withOthers = Object.fromEntries([...fields, ['unknown', values] as const])
    return fc.oneof(values, { weight: 6, arbitrary: fc.record(withOthers, { requiredKeys: [] }) })
  }
  if (schema instanceof z.ZodArray) {
    return fc.oneof(values, { weight: 4, arbitrary: fc.array(near(schema.element), { maxLength: 3 }) })
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(values, ...schema.options.map(near))
  if (schema instanceof z.ZodPipe) return near(schema.in)
  if (schema instanceof z.ZodEnum) return fc.oneof(values, fc.constantFrom(...schema.options))
  const isWrapper = schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
  return isWrapper ? near(schema.unwrap()) : values
}

const groups = [bookingRoutes, productRoutes, storeCheckoutRoutes, memberRoutes, adminRoutes]
const routes = groups.flatMap((group): Route[] => Object.values(group))
const schemas = [
  ...routes.flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]): [string, z.ZodType][] =>
      schema ? [[`${part} of ${name}`, schema]] : [],
    ),
  ),
  ['a payment notification', paymentNotificationSchema] as [string, z.ZodType],
  ['a refund notification', refundNotificationSchema] as [string, z.ZodType],
]

/** What is said where neither a declaration nor we have a text for a mistake. */
const isUnspecific = (key: string) => ['verbatim', 'is.invalid', 'must.beInForm', 'type.other'].includes(key)

// A check without a text of the catalogue fails here: the validator's own texts are not ours.
test.each(schemas)('%s: no mistake is told in the words of the validator', (_, schema) => {
  fc.assert(
    fc.property(near(schema), value => {
      const issues = safeParse(schema, value).error?.issues ?? []
      for (const { reason } of describeIssues(issues, schema, 20)) {
        expect(isUnspecific(reason.key), JSON.stringify(reason)).toBe(false)
        expect(english(reason)).not.toMatch(/Invalid|Too (?:small|big)|Unrecognized|expected|received/)
      }
    }),
    { numRuns: 40 },
  )
})
