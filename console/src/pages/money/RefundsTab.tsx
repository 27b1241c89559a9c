import { refundDoneSchema, refundsQuerySchema } from '@campstore/contract/admin/refunds'
import { Check, HandCoins, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, type ItemOf } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { column, endColumn, titleColumn, wideColumn } from '../../design/column-kinds.tsx'
import type { Column } from '../../design/DataTable.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { TwoLines } from '../../design/TwoLines.tsx'
import { DateTime, Email, Facts, Id, Money, Phone } from '../../design/Values.tsx'
import { dayOf, daysBetween, isMonth, today } from '../../lib/days.ts'
import { choiceFilter, type Filters, filtersOf, type Parser } from '../../lib/filters.ts'
import { choiceOf, List } from '../shared/List.tsx'
import { RecordLink } from '../shared/RecordLink.tsx'

type Refund = ItemOf<'listRefunds'>

/** Refunds that are due, oldest first, or that were made. */
export function RefundsTab({ status, filters }: { status: Refund['status']; filters: MoneyFilters }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const [open, setOpen] = useState<Refund>()
  const { q, targetKind } = filters.values
  const columns = useRefundColumns(status, can('payments.edit') ? setOpen : undefined)
  return (
    <>
      <List
        label={t(`money.tabs.${status}`)}
        operation={() => client().admin.listRefunds}
        query={{ status, q, targetKind }}
        filters={filters}
        search={t('money.search')}
        fields={[choiceOf(filters, 'targetKind', t('money.of'), kind => t(`money.kinds.${kind}`))]}
        icon={HandCoins}
        none={t(`money.none.${status}`)}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {open && <RefundFormDialog refund={open} close={() => setOpen(undefined)} />}
    </>
  )
}

/** Ages in days from which a refund that is due asks for attention. */
const ageNotice = 3
const ageDanger = 7

/**
 * The columns of refunds.
 *
 * @param edit opens the form of a refund, for administrators who may record and correct it
 */
function useRefundColumns(
  status: Refund['status'],
  edit: ((refund: Refund) => void) | undefined,
): readonly Column<Refund>[] {
  const { t } = useTranslation()
  const age: Column<Refund> = column('age', t('money.age'), ({ createdAt }) => <Age since={createdAt} />, {
    place: 'aside',
  })
  const common: readonly Column<Refund>[] = [
    titleColumn('customer', t('fields.customer'), refund => <Customer refund={refund} />),
    ...(status === 'due' ? [age] : []),
    endColumn(
      'amount',
      t('fields.amount'),
      ({ amount, currency }) => (
        <strong>
          <Money amount={amount} currency={currency} />
        </strong>
      ),
      { place: 'aside' },
    ),
    column('of', t('money.of'), ({ target }) => <Target target={target} />, { place: 'line' }),
    wideColumn('reason', t('fields.reason'), refund => <Reason refund={refund} />),
    column('payment', t('fields.payment'), ({ payment }) => <PaymentText payment={payment} />, { isExtra: true }),
  ]
  const done: readonly Column<Refund>[] = [
    column('reference', t('money.reference'), ({ reference }) => reference && <Id>{reference}</Id>),
    column('doneBy', t('money.doneBy'), refund => <DoneBy refund={refund} />, { place: 'rest' }),
  ]
  // The payment service's own reports stay as they are.
  const action: Column<Refund> = endColumn(
    'edit',
    t('fields.action'),
    refund =>
      (status === 'due' || refund.doneBy?.type === 'admin') && (
        <Button isSmall icon={status === 'due' ? Check : Pencil} onPress={() => edit?.(refund)}>
          {t(status === 'due' ? 'money.markDone' : 'money.correct')}
        </Button>
      ),
    { place: 'state' },
  )
  return [...common, ...(status === 'due' ? [] : done), ...(edit ? [action] : [])]
}

function Customer({ refund: { customer, status } }: { refund: Refund }) {
  const { t } = useTranslation()
  if (customer === null) return <span className="muted">{t('money.unknownCustomer')}</span>
  const { name, phone, email } = customer
  const contact = phone ? <Phone number={phone} /> : email && <Email address={email} />
  return <TwoLines below={status === 'due' && contact}>{name}</TwoLines>
}

const Target = ({ target: { kind, id } }: Pick<Refund, 'target'>) => <RecordLink to={`${kind}s`} id={id} />

/** Why a payment is not applied; a cancellation has the staff's own words. */
const reasons = [
  'cancelled',
  'already_paid',
  'amount_mismatch',
  'unknown_target',
  'cod_confirmed',
  'trade_number_used',
] as const

function Reason({ refund: { cause, reason, note } }: { refund: Refund }) {
  const { t } = useTranslation()
  const known = cause === 'unapplied' ? reasons.find(one => one === reason) : undefined
  return (
    <span className="stack-tight">
      <Badge tone={cause === 'unapplied' ? 'notice' : 'info'}>{t(`money.causes.${cause}`)}</Badge>
      <small className="muted">{known ? t(`money.reasons.${known}`) : reason}</small>
      {note && <small>{note}</small>}
    </span>
  )
}

function Age({ since }: { since: string }) {
  const { t } = useTranslation()
  const days = daysBetween(dayOf(since), today())
  const tone = days >= ageDanger ? 'danger' : days >= ageNotice ? 'notice' : 'neutral'
  return <Badge tone={tone}>{t('money.days', { count: days })}</Badge>
}

function DoneBy({ refund: { doneAt, doneBy } }: { refund: Refund }) {
  const { t } = useTranslation()
  return (
    <TwoLines below={doneBy?.type === 'payment' ? t('actors.payment') : (doneBy?.name ?? doneBy?.id)}>
      {doneAt && <DateTime at={doneAt} />}
    </TwoLines>
  )
}

/** Records that a refund was made at the payment provider, or corrects what was recorded; the console moves no money. */
function RefundFormDialog({ refund, close }: { refund: Refund; close(): void }) {
  const { t } = useTranslation()
  const { id, reference, note } = refund
  const isDue = refund.status === 'due'
  const { field, dialog } = useFormAction({
    schema: refundDoneSchema,
    values: { reference: reference ?? '', note: note ?? '' },
    run: (admin, said) => (isDue ? admin.refundDone({ ...said, id }) : admin.correctRefund({ ...said, id })),
    done: () => t(isDue ? 'money.recorded' : 'money.corrected'),
    failed: t(isDue ? 'money.notRecorded' : 'money.notCorrected'),
    close,
  })
  const title = t(isDue ? 'money.markDone' : 'money.correct')
  return (
    <FormDialog title={title} action={isDue ? title : t('actions.save')} {...dialog} close={close}>
      <p className="muted">{t(isDue ? 'money.markDoneHint' : 'money.correctHint')}</p>
      <Facts
        of={{
          [t('fields.amount')]: <Money amount={refund.amount} currency={refund.currency} />,
          [t('fields.customer')]: refund.customer?.name ?? t('money.unknownCustomer'),
          [t('fields.contact')]: refund.customer?.email && <Email address={refund.customer.email} />,
          [t('money.of')]: <Target target={refund.target} />,
          [t('fields.reason')]: <Reason refund={refund} />,
          [t('fields.payment')]: <PaymentText payment={refund.payment} />,
        }}
      />
      <FormTextField
        {...field('reference')}
        label={t('money.reference')}
        hint={t('money.referenceHint')}
        maxLength={128}
        autoComplete="off"
      />
      <FormTextField {...field('note')} label={t('notes.text')} rows={2} maxLength={200} />
    </FormDialog>
  )
}

/** The payment of a refund; a method without a text is shown in the payment service's words. */
function PaymentText({ payment: { providerTradeNo, paymentMethod, paidAt } }: Pick<Refund, 'payment'>) {
  const { t } = useTranslation()
  return (
    <span className="stack-tight">
      <Id>{providerTradeNo}</Id>
      <small className="muted">{t(`paymentMethod.${paymentMethod}`, { defaultValue: paymentMethod })}</small>
      <small className="muted">
        <DateTime at={paidAt} />
      </small>
    </span>
  )
}

const monthFilter: Parser<string> = text => (isMonth(text) ? text : undefined)

/** The money page's parameters of the URL. */
export const moneyFilters = {
  tab: choiceFilter(['due', 'done', 'takings', 'exports']),
  ...filtersOf(refundsQuerySchema.shape, 'q', 'targetKind'),
  month: monthFilter,
}
type MoneyFilters = Filters<typeof moneyFilters>
