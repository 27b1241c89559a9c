import { Ban, CircleCheck, Clock, CreditCard, Handshake, type LucideIcon, ShoppingBag, Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { actorText } from '../../app/history.ts'
import { Timeline, type TimelineEntry } from '../../design/Timeline.tsx'

type Entry = Schemas['StatusHistoryEntry']
type Event =
  | 'placed'
  | 'paid'
  | 'codConfirmed'
  | 'payment'
  | 'shipped'
  | 'completed'
  | 'cancelled'
  | 'expired'
  | 'changed'

const looks: Record<Event, { icon: LucideIcon; tone: NonNullable<TimelineEntry['tone']> }> = {
  placed: { icon: ShoppingBag, tone: 'neutral' },
  paid: { icon: CreditCard, tone: 'positive' },
  codConfirmed: { icon: Handshake, tone: 'positive' },
  payment: { icon: CreditCard, tone: 'danger' },
  shipped: { icon: Truck, tone: 'positive' },
  completed: { icon: CircleCheck, tone: 'positive' },
  cancelled: { icon: Ban, tone: 'danger' },
  expired: { icon: Clock, tone: 'danger' },
  changed: { icon: CircleCheck, tone: 'neutral' },
}

/** The service's own words for what happens often; the title of the event says the same. */
const usual: Readonly<Record<string, Event>> = {
  paid: 'paid',
  'cash on delivery confirmed': 'codConfirmed',
  'the hold ended': 'expired',
  'cancelled by the member': 'cancelled',
}

function eventOf({ from, to, reason }: Entry): Event {
  if (from === null) return 'placed'
  if (reason !== null && reason in usual) return usual[reason] ?? 'changed'
  if (from === to) return reason?.startsWith('payment') ? 'payment' : 'changed'
  return to === 'shipped' || to === 'completed' || to === 'cancelled' ? to : 'changed'
}

/** What happened to an order, and who did it. */
export function OrderTimeline({ history }: { history: readonly Entry[] }) {
  const { t } = useTranslation()
  const entries = history.map((entry, index) => {
    const { at, actor, reason } = entry
    const event = eventOf(entry)
    const who = actorText(t, actor)
    return {
      id: String(index),
      at,
      title: t(`orders.events.${event}`),
      by: reason === null || reason in usual ? who : `${who} · ${reason}`,
      ...looks[event],
    }
  })
  return <Timeline label={t('fields.history')} entries={entries} />
}
