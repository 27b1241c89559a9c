import { type PaymentForm, paymentFormSchema } from '@campstore/contract/checkout/schemas'
import type { ApiResponse } from '@campstore/testing/client'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import {
  checkoutOf,
  ecpayTestShop,
  recipient,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'
import { historyOf, openOrder } from '../src/testing/orders.ts'

// docs/contract/store-checkout.md#payment-form
const fixture = useFixture(startCheckoutFixture)

function formOf(answer: ApiResponse): PaymentForm {
  if (answer.status !== 200) throw new Error(`no form: ${JSON.stringify(answer.body)}`)
  return paymentFormSchema.parse(answer.data)
}

/** The form of an order of one piece at a price, without a fee for shipping. */
async function formAt(price: string, changes: object = {}): Promise<ApiResponse> {
  await fixture.scenario.shipping('0.00', '0.00')
  try {
    const member = await fixture.member()
    const { orderId } = await fixture.hold(
      member,
      checkoutOf(await fixture.scenario.variant({ variant: { price } }), changes),
    )
    return await member.client.post(`${sessionsPath}/${orderId}/gateway`)
  } finally {
    await fixture.scenario.shipping('100.00', '1500.00')
  }
}

const attemptsOf = async (orderId: string) => {
  const sql = 'select * from checkout.payment_attempt where order_id = $1 order by created_at'
  return (await fixture.owner.query(sql, [orderId])).rows
}

describe('gateway: the form fields for the payment gateway', () => {
  test('the form of ECPay, AioCheckOut V5', async () => {
    const { openForm, orderId } = await openOrder(fixture)
    fixture.clock.advance(5_000)
    expect((await openForm()).body).toEqual({
      success: true,
      data: {
        orderId,
        provider: 'ecpay',
        action: ecpayTestShop.ECPAY_CHECKOUT_URL,
        method: 'POST',
        expiresAt: '2026-11-20T08:15:00.000Z',
        fields: {
          MerchantID: '3002607',
          PaymentType: 'aio',
          EncryptType: '1',
          ReturnURL: 'https://payments.example.com/ecpay',
          MerchantTradeNo: expect.stringMatching(/^[A-Za-z0-9]{1,20}$/),
          MerchantTradeDate: '2026/11/20 16:00:05',
          TotalAmount: '600',
          TradeDesc: expect.stringMatching(/^.{1,200}$/),
          ItemName: '四人帳篷 x 1',
          ChoosePayment: 'Credit',
          CustomField1: orderId,
          CheckMacValue: expect.stringMatching(/^[0-9A-F]{64}$/),
        },
      },
    })
  })

  test('it does not mean paid: the order stays as it is', async () => {
    const { openForm, orderId, read, session } = await openOrder(fixture)
    await openForm()
    expect((await read()).data).toEqual(session)
    expect(await historyOf(fixture, orderId)).toHaveLength(1)
    expect(await fixture.reservations(orderId)).toMatchObject([{ expiresAt: new Date(session.checkoutExpiresAt) }])
  })

  test('each call makes a fresh MerchantTradeNo, stored with the order', async () => {
    const { openForm, orderId } = await openOrder(fixture)
    const numbers = []
    for (let call = 0; call < 3; call += 1) {
      fixture.clock.advance(1_000)
      numbers.push(formOf(await openForm()).fields.MerchantTradeNo)
    }
    expect(new Set(numbers).size).toBe(3)
    expect(await attemptsOf(orderId)).toMatchObject(
      numbers.map((number, call) => ({
        merchant_trade_no: number,
        provider: 'ecpay',
        amount: '600.00',
        created_at: new Date(Date.parse('2026-11-20T08:00:01.000Z') + call * 1_000),
      })),
    )
  })

  test('an order is given 20 forms and no more, so that one order cannot fill the table; the last one may be paid', async () => {
    const { openForm, orderId, session } = await openOrder(fixture)
    for (let call = 0; call < 18; call += 1) formOf(await openForm())
    const answers = await Promise.all(Array.from({ length: 5 }, openForm))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
    expect(await openForm()).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await attemptsOf(orderId)).toHaveLength(20)
    await fixture.pay(session)
    await fixture.broker.eventOf(orderId, 'order.paid')
  })

  test('the amount is that of the order as it is now', async () => {
    const { change, member, openForm } = await openOrder(fixture)
    await change({ couponClaimId: await fixture.scenario.claim(member) })
    expect(formOf(await openForm()).fields.TotalAmount).toBe('550')
  })
})

describe('TotalAmount is the total rounded half up to whole TWD', () => {
  test.each(['0.00', '0.49'])('error CONFLICT: %s, for there is nothing to pay', async price => {
    expect(await formAt(price)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('error CONFLICT: nothing is left to pay after the discount', async () => {
    const { change, member, openForm, orderId } = await openOrder(fixture)
    await fixture.owner.query('update checkout.store_order set shipping_fee = 0 where id = $1', [orderId])
    const couponId = await fixture.scenario.coupon({ discount_type: 'fixed', discount_value: '9999.00' })
    await change({ couponClaimId: await fixture.scenario.claim(member, couponId) })
    expect(await openForm()).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await attemptsOf(orderId)).toEqual([])
  })
})

describe('precondition: paymentMethod is not cod and checkoutStep = ready_to_pay', () => {
  const missing = (...paths: string[]) => paths.map(path => ({ path, message: 'is missing' }))
  test.each<[string, object, object[]]>([
    ['cash on delivery', { paymentMethod: 'cod' }, [{ path: 'paymentMethod', message: 'is cod' }]],
    ['no payment method', { paymentMethod: null }, missing('paymentMethod')],
    ['no recipient', { shipping: null }, missing('shipping.recipientName', 'shipping.phone', 'shipping.address')],
    ['no address', { shipping: { ...recipient, address: '' } }, missing('shipping.address')],
  ])('error CONFLICT, whose details name the field: %s', async (_, changes, details) => {
    const { openForm, orderId } = await openOrder(fixture, changes)
    expect(await openForm()).toMatchObject({ status: 409, code: 'CONFLICT', body: { error: { details } } })
    expect(await attemptsOf(orderId)).toEqual([])
  })

  test('the message says all that is missing', async () => {
    const { openForm } = await openOrder(fixture, { shipping: null, paymentMethod: null })
    const message = "Add a recipient's name, a phone number, an address and a payment method first."
    expect((await openForm()).body).toMatchObject({ error: { message } })
  })
})
