import { givesAnyAmount } from '@campstore/contract/admin/fields'
import { quoteReturnSchema, returnOrderSchema } from '@campstore/contract/admin/orders'
import type { UseQueryResult } from '@tanstack/react-query'
import { t } from 'i18next'
import { useState } from 'react'
import { z } from 'zod'
import { type AnswerOf, quoteOptions, useQuoteBody, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useLocations, useSession } from '../../app/session.ts'
import { ErrorState } from '../../design/ErrorState.tsx'
import { FormDialog, FormNumberField, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { Message } from '../../design/Message.tsx'
import { ItemName, Sum, Sums } from '../../design/Values.tsx'
import { formatMoney } from '../../lib/format.ts'
import { amountFieldOf, FixedAmount, useAmountLeft } from '../shared/amount-left.tsx'
import { costOf, type ItemOut, itemsOut, type Order } from './order.ts'
import './returns.css'

/** The fields of the form: the contract's, with a line for each item that is out; none of its pieces may have come back. */
const formOf = (out: readonly ItemOut[]) =>
  returnOrderSchema.extend({
    items: z
      .array(z.object({ orderItemId: z.int(), quantity: z.int().min(0), to: z.enum(['stock', 'written-off']) }))
      .superRefine((lines, ctx) => {
        for (const [index, { quantity }] of lines.entries()) {
          const most = out[index]?.left ?? 0
          const path = [index, 'quantity']
          if (quantity > most) ctx.addIssue({ code: 'custom', message: `must be at most ${most}`, path })
        }
        if (lines.every(({ quantity }) => quantity === 0))
          ctx.addIssue({ code: 'custom', message: 'must be at least 1', path: [0, 'quantity'] })
      }),
    locationId: z
      .string()
      .optional()
      .transform(id => id || undefined),
  })

/** Records what came back of an order that has shipped. A line stays where it is when its last pieces come back meanwhile. */
export function ReturnDialog({ order, close }: { order: Order; close(): void }) {
  const { id, paymentStatus, refunds } = order
  const locations = useLocations().data ?? []
  const mayChoose = useSession().can(givesAnyAmount)
  const [opened] = useState(itemsOut(order))
  const out = opened.map(item => ({ ...item, left: itemsOut(order).find(({ id }) => id === item.id)?.left ?? 0 }))
  const isUnpaid = paymentStatus === 'unpaid'
  const { field, watch, dialog } = useFormAction({
    schema: formOf(out),
    values: {
      reason: '',
      items: out.map(({ id, left }) => ({ orderItemId: id, quantity: left, to: 'stock' as const })),
    },
    run: (admin, { items, refundAmount, ...body }) =>
      admin.returnOrder({ id, ...body, ...(mayChoose && { refundAmount }), items: items.filter(isBack) }),
    done: () => t('orders.return.done'),
    failed: t('orders.return.failed'),
    close,
  })
  const { items, refundAmount } = watch()
  const body = useQuoteBody(quoteReturnSchema, { items: items.filter(isBack) })
  const quote = useRead('quoteReturn', { id, ...body }, quoteOptions(body))
  const amountField = amountFieldOf(
    useAmountLeft({ kind: 'order', id }, costOf(order), refunds),
    quote.data && t('orders.return.amountHint', { amount: formatMoney(quote.data.refundable) }),
  )
  const destinations = (['stock', 'written-off'] as const).map(value => ({
    value,
    label: t(`orders.return.destinations.${value}`),
  }))
  return (
    <FormDialog title={t('orders.return.title')} action={t('orders.return.record')} isWide {...dialog}>
      <Message tone="notice">{t(isUnpaid ? 'orders.return.whole' : 'orders.return.hint')}</Message>
      <FormTextField {...field('reason', t('fields.reason'))} autoFocus />
      <fieldset className="stack">
        <legend className="visually-hidden">{t('orders.items')}</legend>
        {out.map((item, index) => (
          <div key={item.id} className="return-line">
            <ItemName of={item}>{item.productName}</ItemName>
            {isUnpaid ? (
              <span>{t('orders.return.pieces', { count: item.left })}</span>
            ) : (
              <FormNumberField {...field(`items.${index}.quantity`, t('orders.return.ofOut', { count: item.left }))} />
            )}
            <FormSelectField {...field(`items.${index}.to`, t('orders.return.to'))} options={destinations} />
          </div>
        ))}
      </fieldset>
      <div className="form-columns">
        {locations.length > 0 && (
          <FormSelectField
            {...field('locationId', t('stock.location'))}
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            empty={t('orders.return.whereItLeft')}
          />
        )}
        {paymentStatus === 'paid' &&
          (mayChoose ? (
            <FormTextField {...field('refundAmount', t('refund.amount'))} {...amountField} whenEmpty={undefined} />
          ) : (
            <FixedAmount amount={quote.data?.refundAmount ?? ''} />
          ))}
      </div>
      <Refund quote={quote} amount={mayChoose ? refundAmount : undefined} />
    </FormDialog>
  )
}

/** What comes back: the amount that was typed, or else the amount of the rule. */
const Refund = ({ quote, amount }: { quote: UseQueryResult<AnswerOf<'quoteReturn'>>; amount: string | undefined }) => (
  <div aria-live="polite" className="stack dialog-quote">
    {quote.error && <ErrorState error={quote.error} />}
    {quote.data && (
      <Sums>
        <Sum label={t('bookings.change.refund')} amount={amount || quote.data.refundAmount} isFinal />
      </Sums>
    )}
  </div>
)

const isBack = ({ quantity }: { quantity: number }): boolean => quantity > 0
