import { z } from 'zod'
import type { PaymentTarget } from './provider.ts'

const placeholders = /\{(\w*)\}/g

/** An address with `{kind}` and `{id}` in it. With a kind and an id it has at most 200 characters, as ECPay requires. */
export const returnAddress = z
  .string()
  .max(150)
  .refine(address => [...address.matchAll(placeholders)].every(([, name = '']) => ['kind', 'id'].includes(name)))
  .refine(address => isWebAddress(address.replaceAll(placeholders, 'x')))

function isWebAddress(address: string): boolean {
  return /^https?:\/\//.test(address) && !/[\s{}"\\<>]/.test(address) && URL.canParse(address)
}

export const filledIn = (address: string, { kind, id }: PaymentTarget): string =>
  address.replaceAll('{kind}', kind).replaceAll('{id}', encodeURIComponent(id))
