import { money } from '@campstore/core/money'
import { anyCharacter } from '@campstore/testing/any-character'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { type EcpayConfig, ecpay, ecpayVariables, wholeAmount } from './ecpay.ts'
import { checkMacValue } from './ecpay-formats.ts'
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
  target: { kind: 'order', id: '01998f3e-0000-7000-8000-000000000001' },
  tradeNo: 'CS0123456789ABCDEFGH',
  total: money('1179.50'),
  method: 'gateway-credit',
  items: [
    { name: '四人帳篷', quantity: 1 },
    { name: 'Lamp', quantity: 2 },
  ],
  now: new Date('2026-11-20T08:05:09.999Z'),
  expiresAt: new Date('2026-11-20T08:20:09.000Z'),
}
const fieldsOf = (changes: Partial<PaymentRequest> = {}) => provider.form({ ...payment, ...changes }).fields
const named = (name: string) => fieldsOf({ items: [{ name, quantity: 1 }] }).ItemName ?? ''

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
      CustomField1: payment.target.id,
      CustomField2: 'order',
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
})

const expiry = (method: PaymentRequest['method'], secondsLeft: number) => {
  const { ExpireDate, StoreExpireDate, IgnorePayment } = fieldsOf({
    method,
    expiresAt: new Date(payment.now.getTime() + secondsLeft * 1_000),
  })
  return [ExpireDate, StoreExpireDate, IgnorePayment]
}

test.each([
  ['gateway-credit', 900, [undefined, undefined, undefined]],
  ['gateway-atm', 900, ['1', undefined, undefined]],
  ['gateway-cvs', 900, [undefined, '15', undefined]],
  ['gateway-cvs', 119, [undefined, '1', undefined]],
  ['gateway-cvs', 5, [undefined, '1', undefined]],
  ['gateway-other', 600, ['1', '10', 'BARCODE']],
] as const)(
  'a number that is paid elsewhere ends as soon as ECPay allows: %s, %i seconds before the deadline',
  (method, secondsLeft, fields) => {
    expect(expiry(method, secondsLeft)).toEqual(fields)
  },
)

describe('the way back', () => {
  test('has the kind and the id in the place of {kind} and {id}', () => {
    const shop = {
      ECPAY_CLIENT_BACK_URL: 'https://shop.example/{kind}s/{id}?paid=no',
      ECPAY_ORDER_RESULT_URL: 'https://shop.example/paid?{kind}={id}',
    }
    const request = { ...payment, target: { kind: 'booking', id: 'a&b/c' } } as const
    expect(ecpay({ ...config, ...shop }).form(request).fields).toMatchObject({
      ClientBackURL: 'https://shop.example/bookings/a%26b%2Fc?paid=no',
      OrderResultURL: 'https://shop.example/paid?booking=a%26b%2Fc',
    })
  })

  test.each([
    ['javascript:alert(1)//{id}'],
    ['https://shop.example/{order}'],
    ['https://shop.example/{id'],
    ['https://{id}:x/'],
    ['https://shop.example/"'],
    [`https://shop.example/${'a'.repeat(130)}`],
  ])('is not %s', address => {
    expect(z.object(ecpayVariables).safeParse({ ...config, ECPAY_CLIENT_BACK_URL: address }).success).toBe(false)
  })
})

test.each([
  ['1200.49', '1200'],
  ['1200.50', '1201'],
  ['0.49', '0'],
  ['9999999999.99', '10000000000'],
])('TotalAmount is the total rounded half up to whole TWD: %s is %s', (total, amount) => {
  expect(wholeAmount(total)).toBe(amount)
})

describe('ItemName', () => {
  test.each([
    ['Camp#1 <b>tent</b>', 'Camp 1  b tent /b  x 1'],
    ['two\nlines\u0000', 'two lines  x 1'],
    ['a 2" peg, C:\\', 'a 2  peg, C:  x 1'],
  ])('%j: separators, tags, line ends, quotation marks and backslashes are removed', (name, written) => {
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

// ECPay's library lower-cases letters before it encodes them, its specification after: they agree where only ASCII has capitals.
test("1,000 forms are signed as ECPay's own library signs them", async () => {
  const { default: EcpayHelper } = await import('ecpay_aio_nodejs/lib/ecpay_payment/helper.js')
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const { ECPAY_MERCHANT_ID: MerchantID, ECPAY_HASH_KEY: HashKey, ECPAY_HASH_IV: HashIV } = config
  const library = new EcpayHelper({ MercProfile: { MerchantID, HashKey, HashIV } })
  const names = fc
    .oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' }))
    .map(name => name.replaceAll(/[^\0-\x7f]+/g, letters => letters.toLowerCase()))
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 3 }), fc.nat(99_999), (ordered, cents) => {
      const { CheckMacValue, ...fields } = fieldsOf({
        items: ordered.map(name => ({ name, quantity: 1 })),
        total: money((cents / 100).toFixed(2)),
      })
      expect(CheckMacValue).toBe(library.gen_chk_mac_value(fields))
      log.mockClear()
    }),
    { numRuns: 1_000 },
  )
})

test('a configured limit replaces the one of its method, and that of all methods together', () => {
  const provider = ecpay({ ...config, ECPAY_AMOUNT_LIMITS: 'gateway-cvs=30-20000,gateway-credit=10-99999' })
  expect(provider.limitsOf('gateway-cvs')).toEqual({ least: 30, most: 20_000 })
  expect(provider.limitsOf('gateway-atm')).toEqual({ least: 11, most: 49_999 })
  expect(provider.limitsOf('gateway-other')).toEqual({ least: 10, most: 99_999 })
  const { ECPAY_AMOUNT_LIMITS: variable } = ecpayVariables
  for (const wrong of ['gateway-cvs', 'gateway-other=1-2', 'gateway-cvs=1-2,', 'gateway-cvs=-1-2'])
    expect(variable.safeParse(wrong).success, wrong).toBe(false)
})
