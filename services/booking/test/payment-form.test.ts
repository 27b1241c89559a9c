import { ecpayTestShop } from '@campstore/core/config/local-defaults'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// docs/contract/booking.md#payment-form; services/checkout/test/payments.test.ts has what forms of both kinds do, and
// checkout-refusals.test.ts the answer without ECPay's variables.
const fixture = useFixture(() =>
  startBookingFixture({
    ...ecpayTestShop,
    ECPAY_CHECKOUT_URL: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5',
    ECPAY_RETURN_URL: 'https://payments.example.com/ecpay',
    ECPAY_CLIENT_BACK_URL: 'https://shop.example/{kind}s/{id}',
  }),
)

/** A booking of one night, with a rental. */
async function openBooking(paymentMethod = 'gateway-credit') {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground)
  const rentals = [{ ...(await fixture.scenario.listing(campground)), quantity: 2 }]
  const member = await fixture.member()
  const session = await fixture.hold(member, checkoutOf(zone, { rentals, paymentMethod }))
  const path = `${sessionsPath}/${session.bookingId}`
  return {
    session,
    member,
    openForm: (client = member.client) => client.post(`${path}/gateway`),
    cancel: () => member.client.post(`${path}/cancel`),
    read: () => member.client.get(path),
  }
}

test('the form of ECPay names the stay and what is paid; the booking stays as it is', async () => {
  const { openForm, read, session } = await openBooking('gateway-atm')
  const { bookingId, rentals } = session
  const answer = await openForm()
  expect(answer).toMatchObject({
    status: 200,
    data: {
      bookingId,
      provider: 'ecpay',
      expiresAt: session.checkoutExpiresAt,
      fields: {
        TotalAmount: '1200',
        ItemName: `雲海營地, 2026-12-07 to 2026-12-08, 草地 x 1#${rentals[0]?.name} x 2`,
        ChoosePayment: 'ATM',
        ExpireDate: '1',
        CustomField1: bookingId,
        CustomField2: 'booking',
        ClientBackURL: `https://shop.example/bookings/${bookingId}`,
      },
    },
  })
  expect((await read()).data).toEqual(session)
  const sql = 'select merchant_trade_no, amount from booking.payment_attempt where booking_id = $1'
  const [attempt, ...more] = (await fixture.owner.query(sql, [bookingId])).rows
  expect(more).toEqual([])
  expect(attempt).toMatchObject({ amount: '1200.00' })
  expect(answer.data).toMatchObject({ fields: { MerchantTradeNo: attempt?.merchant_trade_no } })
})

type Refusal = [string, (booking: Awaited<ReturnType<typeof openBooking>>) => Promise<unknown>, string]
const refusals: Refusal[] = [
  ['paid', ({ session }) => fixture.paid(session), 'CONFLICT'],
  ['cancelled', ({ cancel }) => cancel(), 'CONFLICT'],
  ['past its deadline', async () => fixture.clock.advance(900_000), 'BOOKING_EXPIRED'],
  ['of a suspended member', ({ member }) => suspend(member), 'FORBIDDEN'],
]
const suspend = ({ customerId }: { customerId: string }) =>
  fixture.owner.query(`update member.customer set status = 'suspended' where id = $1`, [customerId])

test.each(refusals)('no form of a booking that is %s', async (_, happen, code) => {
  const booking = await openBooking()
  await happen(booking)
  expect(await booking.openForm()).toMatchObject({ code })
})

test("no form of another member's booking", async () => {
  const { openForm } = await openBooking()
  const { client } = await fixture.member()
  expect(await openForm(client)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})
