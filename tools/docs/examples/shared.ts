/** Ids and instants that examples share, so that they tell one story. */
export const customerId = 'customer-member'
export const bookingId = '01998f3e-5b1a-7c52-9d0e-3f5a2b7c9e10'
export const orderId = '01998f3e-6a20-7d01-8f4b-6c1d9e2a7b35'
export const moments = {
  created: '2026-11-20T08:00:00.000Z',
  paid: '2026-11-20T08:04:10.000Z',
  deadline: '2026-11-20T08:15:00.000Z',
  later: '2026-11-21T02:30:00.000Z',
}

/** The first entry of a status history. */
export const createdAs = (to: string) => ({ to, at: moments.created, actor: { type: 'member', id: customerId } })

/** A payment form with some of its fields, which are not all of them. */
export const paymentForm = (fields: Record<string, string>) => ({
  provider: 'ecpay',
  action: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5',
  method: 'POST',
  fields: {
    MerchantID: '3002607',
    MerchantTradeNo: 'CS0123456789ABCDEFGH',
    ...fields,
    CheckMacValue: '6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840',
  },
  expiresAt: moments.deadline,
})
