import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import { Minus, Plus } from 'lucide-react'
import { client } from '../../app/client.ts'
import { useHolidayWeekdays } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { addDays, daysBetween, isDay, weekdayOf } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import type { Booking } from './booking.ts'
import './night-strip.css'

/** How many nights are shown before and after the stay. */
const around = 2

type NightStripProps = {
  booking: Booking
  checkIn: string
  checkOut: string
  /** The zones that the stay is to have. */
  zoneIds: readonly string[]
  setCheckOut(day: string): void
}

/** The nights of a stay between those around it, with the free sites of its zones; buttons add and take away the last one. */
export function NightStrip({ booking, checkIn, checkOut, zoneIds, setCheckOut }: NightStripProps) {
  const holidayWeekdays = useHolidayWeekdays()
  const isStay = isDay(checkIn) && isDay(checkOut) && checkIn < checkOut
  const [stayFrom, stayTo] = isStay ? [checkIn, checkOut] : [booking.checkIn, booking.checkOut]
  const from = addDays(stayFrom, -around)
  const days = Math.min(daysBetween(from, stayTo) + around, 31)
  const id = booking.campgroundId
  const { data: zones = [] } = useQuery({
    queryKey: ['calendar', id, from, days],
    queryFn: () => client().booking.getCalendar({ id, from, days }),
    placeholderData: keepPreviousData,
  })
  const freeOn = (date: string) => {
    const nights = zones
      .filter(zone => zoneIds.includes(zone.id))
      .map(zone => zone.nights.find(one => one.date === date))
    if (nights.length === 0 || nights.includes(undefined)) return '–'
    return nights.some(night => night?.closed)
      ? t('calendar.closed')
      : Math.min(...nights.map(night => night?.free ?? 0))
  }
  return (
    <div className="stack-tight">
      <div className="row">
        <Button
          isSmall
          icon={Minus}
          isDisabled={!isStay || addDays(checkIn, 1) >= checkOut}
          onPress={() => setCheckOut(addDays(checkOut, -1))}
        >
          {t('bookings.change.lessNight')}
        </Button>
        <Button isSmall icon={Plus} isDisabled={!isStay} onPress={() => setCheckOut(addDays(checkOut, 1))}>
          {t('bookings.change.moreNight')}
        </Button>
        <small className="muted">{t('bookings.change.strip')}</small>
      </div>
      <ol className="night-strip">
        {Array.from({ length: days }, (_, index) => addDays(from, index)).map(date => (
          <li
            key={date}
            className="night-strip-night"
            data-stay={(stayFrom <= date && date < stayTo) || undefined}
            data-weekend={holidayWeekdays.includes(weekdayOf(date)) || undefined}
          >
            <small>{formatDay(date, 'weekdayShort')}</small>
            <span>{formatDay(date, 'short')}</span>
            <small>{freeOn(date)}</small>
          </li>
        ))}
      </ol>
    </div>
  )
}
