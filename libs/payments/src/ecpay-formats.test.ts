import { expect, test } from 'vitest'
import { checkMacValue, ecpayTime } from './ecpay-formats.ts'

// docs/contract/store-checkout.md#ecpay; ECPay's specification of AioCheckOut V5 with EncryptType=1.
test('CheckMacValue: the known answer', () => {
  const fields = Object.fromEntries(
    new URLSearchParams(
      'TradeDesc=促銷方案&PaymentType=aio&MerchantTradeDate=2023/03/12 15:30:23&MerchantTradeNo=ecpay20230312153023&MerchantID=3002607&ReturnURL=https://www.ecpay.com.tw/receive.php&ItemName=Apple iphone 15&TotalAmount=30000&ChoosePayment=ALL&EncryptType=1',
    ),
  )
  expect(checkMacValue(fields, 'pwFHCqoQZGmho4w6', 'EkRm7iFT261dpevs')).toBe(
    '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840',
  )
})

test.each([
  ['2026-11-20T16:00:00.000Z', '2026/11/21 00:00:00'],
  ['2026-12-31T15:59:59.999Z', '2026/12/31 23:59:59'],
])('%s is %s on the clock of Taipei', (at, written) => {
  expect(ecpayTime(new Date(at))).toBe(written)
})
