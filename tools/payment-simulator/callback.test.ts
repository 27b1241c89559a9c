import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { expect, test } from 'vitest'
import { callbackOf, notificationOf, tradeNoOf } from './callback.ts'
import { acceptedForm, shop } from './testing/form.ts'

const at = new Date('2026-12-31T16:00:07.900Z')
const form = acceptedForm()

test('the callback has the fields of ECPay and its CheckMacValue', () => {
  const { CheckMacValue, ...fields } = callbackOf(form, { succeeded: true, at }, shop)
  expect(fields).toEqual({
    MerchantID: '3002607',
    MerchantTradeNo: form.MerchantTradeNo,
    RtnCode: '1',
    RtnMsg: 'Succeeded',
    TradeNo: expect.stringMatching(/^\d{20}$/),
    TradeAmt: '1980',
    PaymentDate: '2027/01/01 00:00:07',
    PaymentType: 'Credit_CreditCard',
    TradeDate: '2026/11/20 16:05:09',
    SimulatePaid: '0',
    CustomField1: form.CustomField1,
  })
  expect(CheckMacValue).toBe(checkMacValue(fields, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV))
})

test('a payment: each field of the notification comes from the callback', () => {
  const callback = callbackOf(form, { succeeded: true, at }, shop)
  expect(notificationOf(callback)).toEqual({
    eventId: `ecpay-${callback.TradeNo}`,
    type: 'payment.succeeded',
    target: { kind: 'order', id: '01998f3e-0000-7000-8000-000000000001' },
    amount: '1980.00',
    currency: 'TWD',
    paymentMethod: 'Credit_CreditCard',
    providerTradeNo: callback.TradeNo,
    paidAt: '2027-01-01T00:00:07+08:00',
  })
})

test('a failed attempt has an eventId of its own, so that the next one can succeed', () => {
  const failed = callbackOf(form, { succeeded: false, at }, shop)
  const succeeded = callbackOf(form, { succeeded: true, at }, shop)
  expect(failed.TradeNo).toBe(succeeded.TradeNo)
  expect(notificationOf(failed)).toMatchObject({
    eventId: `ecpay-${failed.TradeNo}-10100058`,
    type: 'payment.failed',
  })
})

test.each([
  ['ATM', 'ATM_TAISHIN'],
  ['CVS', 'CVS_CVS'],
  ['ALL', 'Credit_CreditCard'],
])('ChoosePayment %s is paid by %s', (ChoosePayment, paymentMethod) => {
  const callback = callbackOf(acceptedForm({ ChoosePayment }), { succeeded: true, at }, shop)
  expect(notificationOf(callback)).toMatchObject({ paymentMethod })
})

test('TradeNo: the same for the same form, another for its second payment and for another form', () => {
  const numbers = [tradeNoOf(form), tradeNoOf(form, 2), tradeNoOf(acceptedForm())]
  expect(new Set(numbers).size).toBe(3)
  expect(tradeNoOf(acceptedForm({ MerchantTradeNo: form.MerchantTradeNo }))).toBe(numbers[0])
})
