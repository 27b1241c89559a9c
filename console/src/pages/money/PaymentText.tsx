import { useTranslation } from 'react-i18next'
import { DateTime, Id } from '../../design/Values.tsx'
import type { Refund } from './queries.ts'

/** Ways to pay that the catalogues name; others are shown in the payment service's words. */
const known = ['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod'] as const

/** Which payment is given back. */
export function PaymentText({ payment: { providerTradeNo, paymentMethod, paidAt } }: Pick<Refund, 'payment'>) {
  const { t } = useTranslation()
  const method = known.find(one => one === paymentMethod)
  return (
    <span className="stack-tight money-payment">
      <Id>{providerTradeNo}</Id>
      <small className="muted">{method ? t(`paymentMethod.${method}`) : paymentMethod}</small>
      <small className="muted">
        <DateTime at={paidAt} />
      </small>
    </span>
  )
}
