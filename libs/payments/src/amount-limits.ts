import { onlinePaymentMethods } from '@campstore/contract/payment-form'
import { type Money, wholeTwd } from '@campstore/core/money'
import type { AmountLimits, OnlinePaymentMethod, PaymentProvider } from './provider.ts'

type MethodLimits = Readonly<Record<Exclude<OnlinePaymentMethod, 'gateway-other'>, AmountLimits>>

/** What ECPay takes of one order (docs/contract/store-checkout.md#ecpay). */
export const ecpayLimits: MethodLimits = {
  'gateway-credit': { least: 5, most: 199_999 },
  'gateway-atm': { least: 11, most: 49_999 },
  'gateway-cvs': { least: 33, most: 6_000 },
}

/** Limits as a variable has them, `gateway-cvs=33-6000,gateway-atm=11-49999`; a method that is not named keeps its default. */
export function parseLimits(written: string): MethodLimits {
  const given = written.split(',').map(entry => {
    const [method = '', range = ''] = entry.split('=')
    const [least, most] = range.split('-').map(Number)
    return [method, { least, most }]
  })
  return { ...ecpayLimits, ...Object.fromEntries(given) }
}

/** The limits of a method; `gateway-other` offers every method of the provider. */
export function limitsOf(limits: MethodLimits, method: OnlinePaymentMethod): AmountLimits {
  if (method !== 'gateway-other') return limits[method]
  const all = Object.values(limits)
  return { least: Math.min(...all.map(({ least }) => least)), most: Math.max(...all.map(({ most }) => most)) }
}

/** Whether limits allow a total, as the whole TWD that a form requests. */
export function isTaken({ least, most }: AmountLimits, total: Money): boolean {
  const amount = Number(wholeTwd(total))
  return amount >= least && amount <= most
}

/** The payment methods whose form would be refused for a total; none where there are no forms. */
export const methodsNotTaking = (provider: Pick<PaymentProvider, 'limitsOf'> | undefined, total: Money) =>
  provider ? onlinePaymentMethods.filter(method => !isTaken(provider.limitsOf(method), total)) : []
