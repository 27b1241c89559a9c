import { createHash } from 'node:crypto'
import { money } from '@campstore/core/money'
import { describe, expect, test } from 'vitest'
import { checkMacValue, type EcpayConfig, ecpay, wholeAmount } from './ecpay.ts'
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

describe('CheckMacValue', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase()

  test('the known answer', () => {
    const fields = Object.fromEntries(
      new URLSearchParams(
        'TradeDesc=促銷方案&PaymentType=aio&MerchantTradeDate=2023/03/12 15:30:23&MerchantTradeNo=ecpay20230312153023&MerchantID=3002607&ReturnURL=https://www.ecpay.com.tw/receive.php&ItemName=Apple iphone 15&TotalAmount=30000&ChoosePayment=ALL&EncryptType=1',
      ),
    )
    expect(checkMacValue(fields, 'pwFHCqoQZGmho4w6', 'EkRm7iFT261dpevs')).toBe(
      '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840',
    )
  })

  test("ECPay's table of encoded characters: what .NET leaves alone, and what it does not", () => {
    const encoded =
      'hashkey%3dk%26a%3d-_.!*()+%7e%27%40%23%24%25%5e%26%3d%2b%3b%3f%2f%5c%3e%3c%60%5b%5d%7b%7d%3a%2c%22%7c%26hashiv%3div'
    expect(checkMacValue({ a: '-_.!*() ~\'@#$%^&=+;?/\\><`[]{}:,"|' }, 'k', 'iv')).toBe(sha256(encoded))
  })

  test('fields are sorted from A to Z without regard to case', () => {
    const encoded = 'hashkey%3dk%26a%3d1%26b%3d2%26c%3d3%26hashiv%3div'
    expect(checkMacValue({ C: '3', b: '2', A: '1' }, 'k', 'iv')).toBe(sha256(encoded))
  })

  test('another key, IV or field makes another value', () => {
    const values = [
      checkMacValue({ A: '1' }, 'key', 'iv'),
      checkMacValue({ A: '1' }, 'another', 'iv'),
      checkMacValue({ A: '1' }, 'key', 'another'),
      checkMacValue({ A: '2' }, 'key', 'iv'),
    ]
    expect(new Set(values).size).toBe(values.length)
  })
})

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

  test('has neither HashKey nor HashIV', () => {
    expect(JSON.stringify(provider.form(payment))).not.toMatch(/pwFHCqoQZGmho4w6|EkRm7iFT261dpevs/)
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

  test('of at most 400 characters is whole', () => {
    expect(named('n'.repeat(396))).toBe(`${'n'.repeat(396)} x 1`)
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
