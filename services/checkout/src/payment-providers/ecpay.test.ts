import { money } from '@campstore/core/money'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { describe, expect, test } from 'vitest'
import { type EcpayConfig, ecpay, wholeAmount } from './ecpay.ts'
import type { PaymentRequest } from './provider.ts'

// docs/contract/store-checkout.md#ecpay; ECPay's specification of AioCheckOut V5 with EncryptType=1.
const config: EcpayConfig = {
  ECPAY_CHECKOUT_URL: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5',
  ECPAY_MERCHANT_ID: '3002607',
  ECPAY_HASH_KEY: 'pwFHCqoQZGmho4w6',
  ECPAY_HASH_IV: 'EkRm7iFT261dpevs',
  ECPAY_RETURN_URL: 'https://payments.example.com/ecpay',
}
const provider = ecpay(config)
const payment: PaymentRequest = {
  orderId: '01998f3e-0000-7000-8000-000000000001',
  tradeNo: 'CS0123456789ABCDEFGH',
  total: money('1179.50'),
  method: 'gateway-credit',
  items: [
    { productName: '四人帳篷', quantity: 1 },
    { productName: 'Lamp', quantity: 2 },
  ],
  now: new Date('2026-11-20T08:05:09.999Z'),
}
const fieldsOf = (changes: Partial<PaymentRequest> = {}) => provider.form({ ...payment, ...changes }).fields
const named = (productName: string) => fieldsOf({ items: [{ productName, quantity: 1 }] }).ItemName ?? ''

describe('the form', () => {
  test('has the fields of AioCheckOut V5 and goes to its page', () => {
    const { action, fields } = provider.form(payment)
    const { CheckMacValue, ...signed } = fields
    expect(action).toBe(config.ECPAY_CHECKOUT_URL)
    expect(signed).toEqual({
      MerchantID: '3002607',
      MerchantTradeNo: 'CS0123456789ABCDEFGH',
      MerchantTradeDate: '2026/11/20 16:05:09',
      PaymentType: 'aio',
      TotalAmount: '1180',
      TradeDesc: 'campstore order',
      ChoosePayment: 'Credit',
      ItemName: '四人帳篷 x 1#Lamp x 2',
      ReturnURL: 'https://payments.example.com/ecpay',
      EncryptType: '1',
      CustomField1: payment.orderId,
    })
    expect(CheckMacValue).toBe(checkMacValue(signed, config.ECPAY_HASH_KEY, config.ECPAY_HASH_IV))
  })

  test.each([
    ['gateway-credit', 'Credit'],
    ['gateway-atm', 'ATM'],
    ['gateway-cvs', 'CVS'],
    ['gateway-other', 'ALL'],
  ] as const)('%s is ChoosePayment %s', (method, choice) => {
    expect(fieldsOf({ method })).toMatchObject({ ChoosePayment: choice })
  })

  test.each([
    ['midnight', '2026-11-20T16:00:00.000Z', '2026/11/21 00:00:00'],
    ['the last second of a year', '2026-12-31T15:59:59.000Z', '2026/12/31 23:59:59'],
  ])('MerchantTradeDate is on the clock of Taipei: %s', (_, now, date) => {
    expect(fieldsOf({ now: new Date(now) })).toMatchObject({ MerchantTradeDate: date })
  })
})

describe('TotalAmount is the total rounded half up to whole TWD', () => {
  test.each([
    ['1200.00', '1200'],
    ['1200.49', '1200'],
    ['1200.50', '1201'],
    ['1201.50', '1202'],
    ['0.50', '1'],
    ['0.49', '0'],
    ['9999999999.99', '10000000000'],
  ])('%s is %s', (total, amount) => {
    expect(wholeAmount(total)).toBe(amount)
  })
})

describe('ItemName', () => {
  test.each([
    ['Camp#1 <b>tent</b>', 'Camp 1  b tent /b  x 1'],
    ['two\nlines\u0000', 'two lines  x 1'],
  ])('%j: separators, tags and line ends are removed', (name, written) => {
    expect(named(name)).toBe(written)
  })

  test.each([
    ['one name', 'n'.repeat(397)],
    ['characters of two code units', '🏕'.repeat(300)],
  ])('longer is cut to at most 400, between characters: %s', (_, name) => {
    const written = named(name)
    expect(written.length).toBeLessThanOrEqual(400)
    expect([written.isWellFormed(), written.endsWith('…')]).toEqual([true, true])
  })
})

test('MerchantTradeNo: at most 20 alphanumerics, and another each time', () => {
  const numbers = Array.from({ length: 1_000 }, () => provider.newTradeNo())
  expect(new Set(numbers).size).toBe(1_000)
  expect(numbers.filter(number => !/^[A-Za-z0-9]{1,20}$/.test(number))).toEqual([])
})
