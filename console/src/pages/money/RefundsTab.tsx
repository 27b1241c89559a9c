import { refundsQuerySchema } from '@campstore/contract/admin/refunds'
import { t } from 'i18next'
import { Check, HandCoins, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import type { Selection } from '../../design/DataTable.tsx'
import { Badge, DateTime, Email, Id, Money, Phone, TwoLines } from '../../design/Values.tsx'
import { dayOf, daysBetween, isMonth, today } from '../../lib/days.ts'
import { choiceFilter, type Filters, filtersOf, type Parser } from '../../lib/filters.ts'
import { choiceOf, List } from '../shared/List.tsx'
import { TargetLink } from '../shared/links.tsx'
import { DecideButton, type Payment, PaymentText, WithdrawButton } from '../shared/PaymentsSection.tsx'
import { DoneTogether, isCash, Reason, type Refund, RefundFormDialog } from './RefundDialogs.tsx'

type TabProps = { filters: MoneyFilters }

/** Refunds that are due, that were made or that were withdrawn, oldest first. */
export function RefundsTab({ status, filters }: TabProps & { status: Refund['status'] }) {
  const { can } = useSession()
  // The refund whose form is open, and the later ones in the list.
  const [[refund, ...others], setOpen] = useState<readonly Refund[]>([])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { q, targetKind } = filters.values
  const mayEdit = can('payments.edit')
  const columnsOf = columnsWith(status, mayEdit ? setOpen : undefined)
  const selection: Selection<Refund> = {
    selected,
    onChange: setSelected,
    labelOf: ({ customer, target }) => t('money.select', { name: customer?.name || target.id }),
  }
  const isSelectable = (refunds: readonly Refund[]) => status === 'due' && mayEdit && refunds.length > 1
  return (
    <>
      <List
        {...listOf(status, filters)}
        operation="listRefunds"
        query={{ status, q, targetKind }}
        columns={columnsOf}
        selection={refunds => (isSelectable(refunds) ? selection : undefined)}
        above={refunds =>
          isSelectable(refunds) && (
            <DoneTogether
              refunds={refunds.filter(({ id }) => selected.has(id))}
              onDone={() => setSelected(new Set())}
            />
          )
        }
      />
      {refund && (
        <RefundFormDialog
          key={refund.id}
          refund={refund}
          next={others.length > 0 ? () => setOpen(others) : undefined}
          close={() => setOpen([])}
        />
      )}
    </>
  )
}

/** The query of the payments that wait for a decision of staff about their trade number. */
export const undecided = { reason: 'trade_number_used', decided: 'false' } as const

/** The payments that wait for a decision, newest first. */
export function UndecidedTab({ filters }: TabProps) {
  const { q, targetKind } = filters.values
  const columns: Columns<Payment> = [
    titleColumn('of', t('money.of'), ({ target }) => <TargetLink {...target} />),
    wideColumn('payment', t('fields.payment'), { place: 'line' }, payment => <PaymentText payment={payment} />),
    endColumn('amount', t('fields.amount'), { place: 'aside' }, payment => <Money {...payment} />),
    endColumn('decide', t('fields.action'), { place: 'state' }, payment => <DecideButton payment={payment} />),
  ]
  return (
    <List
      {...listOf('undecided', filters)}
      operation="listAdminPayments"
      query={{ ...undecided, q, targetKind }}
      columns={columns}
      keyOf={({ target, eventId }) => `${target.kind} ${eventId}`}
    />
  )
}

const listOf = (tab: Refund['status'] | 'undecided', filters: MoneyFilters) => ({
  label: t(`money.tabs.${tab}`),
  filters,
  search: t('money.search'),
  fields: [choiceOf(filters, 'targetKind', t('money.kind'), kind => t(`fields.${kind}`))],
  icon: HandCoins,
  none: t(`money.none.${tab}`),
})

/** Ages in days from which a refund that is due asks for attention. */
const ageNotice = 3
const ageDanger = 7

/** The columns of a page of refunds; `open` shows the form of the first of some, for administrators who may record and correct them. */
function columnsWith(status: Refund['status'], open: ((refunds: readonly Refund[]) => void) | undefined) {
  const isDue = status === 'due'
  const isDone = status === 'done'
  return (items: readonly Refund[]): Columns<Refund> => [
    titleColumn('customer', t('fields.customer'), refund => <Customer {...refund} />),
    isDue && column('age', t('money.age'), { place: 'aside' }, ({ createdAt }) => <Age since={createdAt} />),
    endColumn('amount', t('fields.amount'), { place: 'aside' }, refund => <Money {...refund} />),
    column('of', t('money.of'), { place: 'line' }, ({ target }) => <TargetLink {...target} />),
    wideColumn('reason', t('fields.reason'), refund => <Reason refund={refund} />),
    column('payment', t('fields.payment'), { isExtra: true }, ({ payment }) => <PaymentText payment={payment} />),
    isDone && column('reference', t('money.reference'), ({ reference }) => reference && <Id>{reference}</Id>),
    isDone && column('doneBy', t('money.doneBy'), { place: 'rest' }, refund => <DoneBy refund={refund} />),
    status === 'withdrawn' &&
      column('withdrawn', t('money.tabs.withdrawn'), { place: 'state' }, ({ withdrawnAt, withdrawalReason }) => (
        <TwoLines below={withdrawalReason}>{withdrawnAt && <DateTime at={withdrawnAt} />}</TwoLines>
      )),
    open !== undefined &&
      status !== 'withdrawn' &&
      // The payment service's own reports stay as they are.
      endColumn(
        'action',
        t('fields.action'),
        { place: 'state' },
        refund =>
          refund.doneBy?.type !== 'payment' && (
            <span className="row data-table-actions">
              <Button
                isSmall
                icon={isDue ? Check : Pencil}
                onPress={() => open(isDue ? items.slice(items.indexOf(refund)) : [refund])}
              >
                {t(isDue ? 'money.markDone' : 'money.correct')}
              </Button>
              <WithdrawButton refund={refund} isTold={!isCash(refund)} isIconOnly />
            </span>
          ),
      ),
  ]
}

function Customer({ customer, status }: Refund) {
  if (customer === null) return <span className="muted">{t('money.unknownCustomer')}</span>
  const { name, phone, email } = customer
  const contact = phone ? <Phone number={phone} /> : email && <Email address={email} />
  return <TwoLines below={status === 'due' && contact}>{name}</TwoLines>
}

function Age({ since }: { since: string }) {
  const days = daysBetween(dayOf(since), today())
  const tone = days >= ageDanger ? 'danger' : days >= ageNotice ? 'notice' : 'neutral'
  return <Badge tone={tone}>{t('money.days', { count: days })}</Badge>
}

const DoneBy = ({ refund: { doneAt, doneBy } }: { refund: Refund }) => (
  <TwoLines below={doneBy?.type === 'payment' ? t('actors.payment') : (doneBy?.name ?? doneBy?.id)}>
    {doneAt && <DateTime at={doneAt} />}
  </TwoLines>
)

const monthFilter: Parser<string> = text => (isMonth(text) ? text : undefined)

/** The money page's parameters of the URL. */
export const moneyFilters = {
  tab: choiceFilter(['due', 'undecided', 'done', 'withdrawn', 'takings', 'exports']),
  ...filtersOf(refundsQuerySchema.shape, 'q', 'targetKind'),
  month: monthFilter,
}
type MoneyFilters = Filters<typeof moneyFilters>
