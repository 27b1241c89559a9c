import { t } from 'i18next'
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
import type { Schemas } from '../../app/client.ts'
import { Section } from '../../design/Section.tsx'
import { DateTime } from '../../design/Values.tsx'
import type { Texts } from '../../texts/catalogue.ts'
import './timeline.css'

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
  returnUndone: { icon: Undo2, tone: 'neutral' },
  cancelled: { icon: Ban, tone: 'danger' },
  expired: { icon: Clock, tone: 'danger' },
  unshipped: { icon: Undo2, tone: 'neutral' },
  recipientChanged: { icon: Pencil, tone: 'neutral' },
  contactChanged: { icon: Pencil, tone: 'neutral' },
  refundFailed: { icon: HandCoins, tone: 'danger' },
  refundWithdrawn: { icon: HandCoins, tone: 'neutral' },
  shipmentChanged: { icon: Pencil, tone: 'neutral' },
  refundDue: { icon: HandCoins, tone: 'neutral' },
  refundDone: { icon: HandCoins, tone: 'neutral' },
  refunded: { icon: HandCoins, tone: 'positive' },
  changed: { icon: CircleDot, tone: 'neutral' },
} as const satisfies Record<EventKind, unknown>

/** The history of a booking or an order, and the people in it. */
export const HistorySection = ({ record }: { record: History }) => (
  <Section title={t('fields.history')}>
    <ol className="timeline" aria-label={t('fields.history')}>
      {record.statusHistory.map((entry, index) => (
        <HistoryEntry key={String(index)} entry={entry} record={record} />
      ))}
    </ol>
  </Section>
)

function HistoryEntry({ entry, record }: { entry: Entry; record: History }) {
  const { at, actor } = entry
  const event = eventOf(entry, record)
  const { icon: Icon, tone } = looks[event]
  const who = actor.type === 'admin' ? (actor.name ?? actor.id) : t(`actors.${actor.type}`)
  return (
    <li className={`timeline-entry timeline-${tone}`}>
      <span className="timeline-icon">
        <Icon aria-hidden />
      </span>
      <div>
        <p className="timeline-title">{t(`history.${event}`)}</p>
        <p className="muted row timeline-about">
          <DateTime at={at} />
          <span>{[who, detailOf(entry)].filter(Boolean).join(' · ')}</span>
        </p>
      </div>
    </li>
  )
}

/** What an entry tells beyond its title; a text of the service is in the person's language. */
function detailOf({ reason }: Entry): string | null {
  if (reason === null || reason in usual) return null
  const [, unapplied] = /^payment unapplied: (\w+)$/.exec(reason) ?? []
  if (unapplied !== undefined) return t(`money.reasons.${unapplied}`, { defaultValue: reason })
  const [, payment] = /^payment (failed|rejected|repeated|undecided)\b/.exec(reason) ?? []
  if (payment !== undefined) return t(`history.payments.${payment}`, { defaultValue: reason })
  const [, before] = /^(?:shipment|recipient|contact) changed, before: (.+)$/s.exec(reason) ?? []
  if (before === undefined) return reason.replace(/^(?:refund failed|refund withdrawn|return undone): /, '')
  return t('history.before', { value: before === 'none' ? t('orders.notSaid') : before })
}

type Entry = Schemas['StatusHistoryEntry']
type At = readonly { at: string }[]

/** A booking or an order, as far as its history needs it. */
type History = Pick<Schemas['AdminOrder'], 'refunds'> & { statusHistory: readonly Entry[]; returns?: At; changes?: At }

/** Frequent texts of the services; the title of the event says the same. */
const usual = {
  paid: 'paid',
  'cash on delivery confirmed': 'codConfirmed',
  'the hold ended': 'expired',
  'cancelled by the member': 'cancelled',
  'refund done': 'refundDone',
  'all that was paid was given back': 'refunded',
  'payment decided: same-payment': 'decided',
  'payment decided: another-payment': 'decided',
  arrived: 'arrived',
  'no-show': 'no-show',
  'attendance withdrawn': 'withdrawn',
} as const

const states = ['confirmed', 'shipped', 'completed', 'returned', 'cancelled'] as const

/** The kinds of events: each has a text. */
type EventKind = Exclude<keyof Texts['history'], 'before' | 'payments'>

const isUsual = (reason: string | null): reason is keyof typeof usual => reason !== null && reason in usual

/** What an entry of a history tells. Where the state stays, the time says which return, change or refund it was: staff chose the text. */
function eventOf({ from, to, reason, at }: Entry, { refunds, returns = [], changes = [] }: History): EventKind {
  const isNow = (one: { at: string }) => one.at === at
  if (from === null) return to === 'pending' ? 'held' : 'placed'
  if (from === to && returns.some(isNow)) return 'returned'
  if (from === to && changes.some(isNow)) return 'stayChanged'
  if (from === to && refunds.some(({ cause, createdAt }) => cause === 'goodwill' && createdAt === at))
    return 'refundDue'
  if (isUsual(reason)) return usual[reason]
  if (reason?.startsWith('return undone: ')) return 'returnUndone'
  if (from === 'shipped' && to === 'unshipped') return 'unshipped'
  if (from !== to) return states.find(state => state === to) ?? 'changed'
  if (reason?.startsWith('shipment changed')) return 'shipmentChanged'
  if (reason?.startsWith('recipient changed')) return 'recipientChanged'
  if (reason?.startsWith('contact changed')) return 'contactChanged'
  if (reason?.startsWith('refund failed')) return 'refundFailed'
  if (reason?.startsWith('refund withdrawn')) return 'refundWithdrawn'
  return reason?.startsWith('payment ') ? 'payment' : 'changed'
}
