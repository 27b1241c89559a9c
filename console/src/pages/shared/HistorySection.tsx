import {
  Ban,
  CalendarCheck,
  CalendarRange,
  CircleCheck,
  CircleDot,
  Clock,
  CreditCard,
  HandCoins,
  Handshake,
  Pencil,
  ShoppingBag,
  Truck,
  Undo2,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../design/Section.tsx'
import { Timeline } from '../../design/Timeline.tsx'
import { type Entry, type EventKind, eventOf, type History, usual } from './history.ts'

const looks = {
  placed: { icon: ShoppingBag, tone: 'neutral' },
  held: { icon: Clock, tone: 'neutral' },
  paid: { icon: CreditCard, tone: 'positive' },
  codConfirmed: { icon: Handshake, tone: 'positive' },
  payment: { icon: CreditCard, tone: 'danger' },
  decided: { icon: CreditCard, tone: 'neutral' },
  confirmed: { icon: CalendarCheck, tone: 'positive' },
  arrived: { icon: CircleDot, tone: 'positive' },
  'no-show': { icon: CircleDot, tone: 'danger' },
  withdrawn: { icon: CircleDot, tone: 'neutral' },
  stayChanged: { icon: CalendarRange, tone: 'positive' },
  shipped: { icon: Truck, tone: 'positive' },
  completed: { icon: CircleCheck, tone: 'positive' },
  returned: { icon: Undo2, tone: 'danger' },
  cancelled: { icon: Ban, tone: 'danger' },
  expired: { icon: Clock, tone: 'danger' },
  unshipped: { icon: Undo2, tone: 'neutral' },
  recipientChanged: { icon: Pencil, tone: 'neutral' },
  contactChanged: { icon: Pencil, tone: 'neutral' },
  refundFailed: { icon: HandCoins, tone: 'danger' },
  shipmentChanged: { icon: Pencil, tone: 'neutral' },
  refundDue: { icon: HandCoins, tone: 'neutral' },
  refundDone: { icon: HandCoins, tone: 'neutral' },
  refunded: { icon: HandCoins, tone: 'positive' },
  changed: { icon: CircleDot, tone: 'neutral' },
} as const satisfies Record<EventKind, unknown>

/** The history of a booking or an order, and the people in it. */
export function HistorySection({ record }: { record: History }) {
  const { t } = useTranslation()
  const detailOf = useDetails()
  const entries = record.statusHistory.map((entry, index) => {
    const { at, actor } = entry
    const event = eventOf(entry, record)
    const who = actor.type === 'admin' ? (actor.name ?? actor.id) : undefined
    return {
      id: String(index),
      at,
      title: t(`history.${event}`),
      by: [who ?? t(`actors.${actor.type}`), detailOf(entry)].filter(Boolean).join(' · '),
      ...looks[event],
    }
  })
  return (
    <Section title={t('fields.history')}>
      <Timeline label={t('fields.history')} entries={entries} />
    </Section>
  )
}

/** What an entry tells beyond its title; a text of the service is in the person's language. */
function useDetails(): (entry: Entry) => string | null {
  const { t } = useTranslation()
  return ({ reason }) => {
    if (reason === null || reason in usual) return null
    const [, unapplied] = /^payment unapplied: (\w+)$/.exec(reason) ?? []
    if (unapplied !== undefined) return t(`money.reasons.${unapplied}`, { defaultValue: reason })
    const [, payment] = /^payment (failed|rejected|repeated|undecided)\b/.exec(reason) ?? []
    if (payment !== undefined) return t(`history.payments.${payment}`, { defaultValue: reason })
    const [, before] = /^(?:shipment|recipient|contact) changed, before: (.+)$/s.exec(reason) ?? []
    if (before === undefined) return reason.replace(/^refund failed: /, '')
    return t('history.before', { value: before === 'none' ? t('orders.notSaid') : before })
  }
}
