import { z } from 'zod'
import { orderItemFields } from '../orders.ts'
import { lineFields, requestedLines, startStoreCheckoutSchema, storePricingSchema } from './schemas.ts'

/** What an order would cost: of a checkout's fields, those that decide its price (docs/contract/store-checkout.md#quote). */
export const storeQuoteRequestSchema = startStoreCheckoutSchema
  .pick({ couponClaimId: true })
  .extend({ items: requestedLines(z.object(lineFields)) })
export type StoreQuoteRequest = z.output<typeof storeQuoteRequestSchema>

/** What a checkout of the same items would show now; holds nothing. */
export const storeQuoteSchema = z.strictObject({
  pricing: storePricingSchema.describe('What the order would cost'),
  items: z.array(z.strictObject(orderItemFields)).min(1).describe('What would be ordered, at the prices of now'),
  coupon: z
    .strictObject({
      couponClaimId: z.number().describe('Claim of the request'),
      applicable: z.boolean().describe('Whether a checkout could use it; only then `pricing` has its discount'),
      reason: z
        .string()
        .nullable()
        .describe('Why it could not be used, as the end of a sentence about the coupon; null where it could'),
    })
    .nullable()
    .describe('What the coupon would do; null without `couponClaimId`'),
})
export type StoreQuote = z.infer<typeof storeQuoteSchema>
