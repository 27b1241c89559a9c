import { ecpayTestShop } from '@campstore/core/config/local-defaults'
import { money } from '@campstore/core/money'
import { ecpay } from '@campstore/payments/ecpay'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { checkoutPath } from '../address.ts'

/** The fields of a payment form, as the checkout service makes them. */
export function shopFields(productName = 'Ridgeline tent'): Record<string, string> {
  const provider = ecpay({
    ...ecpayTestShop,
    ECPAY_CHECKOUT_URL: `http://127.0.0.1:8086${checkoutPath}`,
    ECPAY_RETURN_URL: 'https://payments.example.com/ecpay',
  })
  return provider.form({
    target: { kind: 'order', id: '01998f3e-0000-7000-8000-000000000001' },
    tradeNo: provider.newTradeNo(),
    total: money('1980.00'),
    method: 'gateway-credit',
    items: [
      { name: productName, quantity: 1 },
      { name: '鋼杯', quantity: 2 },
    ],
    now: new Date('2026-11-20T08:05:09.000Z'),
    expiresAt: new Date('2026-11-20T08:20:00.000Z'),
  }).fields
}

/** Fields with changes, signed again; a change to undefined removes a field. */
export function signedFields(changes: Record<string, string | undefined> = {}): Record<string, string> {
  const { CheckMacValue: _, ...fields } = { ...shopFields(), ...changes }
  const signed = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const CheckMacValue = checkMacValue(signed, ecpayTestShop.ECPAY_HASH_KEY, ecpayTestShop.ECPAY_HASH_IV)
  return { ...signed, CheckMacValue }
}
