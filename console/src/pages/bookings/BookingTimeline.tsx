import { Ban, CalendarCheck, CircleCheck, CircleDot, Clock, CreditCard, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { actorText } from '../../app/history.ts'
import { Section } from '../../design/Section.tsx'
import { Timeline, type TimelineEntry } from '../../design/Timeline.tsx'
import type { Booking } from './queries.ts'

const icons: Partial<Record<string, LucideIcon>> = {
  pending: Clock,
  confirmed: CalendarCheck,
  completed: CircleCheck,
  cancelled: Ban,
}

/** The service's own words for what title and person say. */
const expired = 'the hold ended'
const usual = ['paid', 'cancelled by the member', expired]

/** What happened to a booking: held, paid, confirmed, completed or cancelled, and by whom. */
export function BookingTimeline({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  return (
    <Section title={t('fields.history')}>
      <Timeline label={t('fields.history')} entries={useEntries(booking)} />
    </Section>
  )
}

function useEntries({ statusHistory, paidAt }: Booking): TimelineEntry[] {
  const { t } = useTranslation()
  const changes = statusHistory.map(({ from, to, at, actor, reason }, index): TimelineEntry => {
    const isPayment = from === to && actor.type === 'payment'
    return {
      id: `${at} ${index}`,
      at,
      icon: isPayment ? CreditCard : (icons[to] ?? CircleDot),
      title: reason === expired ? t('bookings.timeline.expired') : titleOf(from, to, isPayment),
      by: [actorText(t, actor), usual.includes(reason ?? '') ? null : reason].filter(Boolean).join(' · '),
      tone: to === 'cancelled' ? 'danger' : from === null ? 'neutral' : 'positive',
    }
  })
  const isTold = changes.some(({ icon }) => icon === CreditCard)
  const payment: TimelineEntry[] =
    paidAt === null || isTold
      ? []
      : [{ id: 'paid', at: paidAt, icon: CreditCard, title: t('bookings.timeline.paid'), tone: 'positive' }]
  return [...changes, ...payment].sort((one, other) => one.at.localeCompare(other.at))

  function titleOf(from: string | null, to: string, isPayment: boolean): string {
    if (isPayment) return t('bookings.timeline.paid')
    if (from === null) return t('bookings.timeline.held')
    return t(`bookingStatus.${to}`, { defaultValue: to })
  }
}
