import { z } from 'zod'
import { orderItemFields } from '../orders.ts'
import { lineFields, requestedLines, startStoreCheckoutSchema, storePricingSchema } from './schemas.ts'

/** Request for the price of an order: the fields of a checkout that decide the price (docs/contract/store-checkout.md#quote). */
export const storeQuoteRequestSchema = startStoreCheckoutSchema
  .pick({ couponClaimId: true })
  .extend({ items: requestedLines(z.object(lineFields)) })
export type StoreQuoteRequest = z.output<typeof storeQuoteRequestSchema>

/** Prices that a checkout of the same items would show now; holds nothing. */
export const storeQuoteSchema = z.strictObject({
  pricing: storePricingSchema.describe('Price of the order'),
  items: z.array(z.strictObject(orderItemFields)).min(1).describe('Items of the order, at current prices'),
  coupon: z
    .strictObject({
      couponClaimId: z.number().describe('Claim from the request'),
      applicable: z.boolean().describe('Whether a checkout could use it; `pricing` has its discount only then'),
      reason: z
        .string()
        .nullable()
        .describe('Why it could not be used, as the end of a sentence about the coupon; null if it could'),
    })
    .nullable()
    .describe('Effect of the coupon; null without `couponClaimId`'),
})
export type StoreQuote = z.infer<typeof storeQuoteSchema>
