import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkMacValue, ecpayTime } from './ecpay-formats.ts'

// docs/contract/store-checkout.md#ecpay; ECPay's specification of AioCheckOut V5 with EncryptType=1.
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
})

test.each([
  ['2026-11-20T16:00:00.000Z', '2026/11/21 00:00:00'],
  ['2026-12-31T15:59:59.999Z', '2026/12/31 23:59:59'],
])('%s is %s on the clock of Taipei', (at, written) => {
  expect(ecpayTime(new Date(at))).toBe(written)
})
