import { createHash } from 'node:crypto'
import {
  type PaymentNotification,
  paymentNotificationSchema,
  type RefundNotification,
} from '@campstore/contract/messages/payments'
import { checkMacValue, ecpayTime } from '@campstore/payments/ecpay-formats'
import type { Shop } from './config.ts'
import type { PaymentForm } from './payment-form.ts'

/**
 * The fields of the callback that ECPay posts to ReturnURL, and the browser to OrderResultURL. `CustomField1` is the id of the order
 * or booking, `CustomField2` its kind, and `CustomField3` an amount that ECPay cannot charge ({@link bookingForm}).
 */
export type Callback = ReturnType<typeof callbackOf>

const paid = { RtnCode: '1', RtnMsg: 'Succeeded' }
const notPaid = { RtnCode: '10100058', RtnMsg: 'Pay Fail' }

const paymentTypes: Record<PaymentForm['ChoosePayment'], string> = {
  Credit: 'Credit_CreditCard',
  ATM: 'ATM_TAISHIN',
  CVS: 'CVS_CVS',
  ALL: 'Credit_CreditCard',
}

/**
 * The number that ECPay gives to a payment, here of 20 digits. The same form always has the same number, also after a restart, so
 * that a repeated submit is a repetition.
 *
 * @param charge 1, or 2 for a second payment of the same form
 */
export function tradeNoOf({ MerchantTradeNo }: PaymentForm, charge: 1 | 2 = 1): string {
  const digest = createHash('sha256').update(`${MerchantTradeNo}/${charge}`).digest('hex')
  return (BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')
}

/** The fields that ECPay posts about a payment. */
export function callbackOf(form: PaymentForm, payment: { succeeded: boolean; charge?: 1 | 2; at: Date }, shop: Shop) {
  const fields = {
    MerchantID: shop.ECPAY_MERCHANT_ID,
    MerchantTradeNo: form.MerchantTradeNo,
    StoreID: '',
    ...(payment.succeeded ? paid : notPaid),
    TradeNo: tradeNoOf(form, payment.charge),
    TradeAmt: form.TotalAmount,
    PaymentDate: ecpayTime(payment.at),
    PaymentType: paymentTypes[form.ChoosePayment],
    PaymentTypeChargeFee: '0',
    TradeDate: form.MerchantTradeDate,
    SimulatePaid: '0',
    CustomField1: form.CustomField1,
    CustomField2: form.CustomField2,
    CustomField3: form.CustomField3,
    CustomField4: form.CustomField4,
  }
  return { ...fields, CheckMacValue: checkMacValue(fields, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV) }
}

/**
 * The notification of a callback (docs/contract/messages.md#payment-notifications). A failed attempt has an `eventId` of its own,
 * because the customer may try again on the same page, where TradeNo stays the same.
 */
export function notificationOf(callback: Callback): PaymentNotification {
  const { TradeNo, RtnCode, CustomField1, CustomField2, CustomField3, TradeAmt, PaymentType, PaymentDate } = callback
  const succeeded = RtnCode === '1'
  return paymentNotificationSchema.parse({
    eventId: succeeded ? `ecpay-${TradeNo}` : `ecpay-${TradeNo}-${RtnCode}`,
    type: succeeded ? 'payment.succeeded' : 'payment.failed',
    target: { kind: CustomField2 || 'order', id: CustomField1 },
    amount: CustomField3 || `${TradeAmt}.00`,
    currency: 'TWD',
    paymentMethod: PaymentType,
    providerTradeNo: TradeNo,
    paidAt: `${PaymentDate.replaceAll('/', '-').replace(' ', 'T')}+08:00`,
  })
}

/**
 * The notification of a refund, with an id and a reference that are the same each time (docs/contract/messages.md#refunds).
 *
 * @param refundId which refund of the payment it is, where several are due
 */
export function refundOf(
  { eventId, target }: Pick<PaymentNotification, 'eventId' | 'target'>,
  at: Date,
  refundId?: string,
): RefundNotification {
  const id = refundId ?? eventId
  return {
    eventId: `${id}-refunded`,
    type: 'payment.refunded',
    target,
    refundOf: eventId,
    refundId,
    reference: `REFUND-${id}`,
    refundedAt: at.toISOString(),
  }
}
