import { t } from 'i18next'
import { TentTree } from 'lucide-react'
import { Link } from 'react-router'
import { useRead } from '../../app/client.ts'
import { useHolidayWeekdays, useSession, useToday } from '../../app/session.ts'
import '../../design/charts/charts.css'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { weekdayOf } from '../../lib/days.ts'
import { formatDay, formatShare } from '../../lib/format.ts'
import { byCampground, type CampgroundZones, type Night } from '../calendar/filling.ts'

const stripNights = 14

/** The occupancy of each campground in the next nights: the free sites of each night, darker as more are taken. */
export function OccupancyStrip() {
  const from = useToday()
  const nights = useRead('listOccupancy', { from, days: stripNights })
  return (
    <Section
      title={t('today.strip.title')}
      hint={t('today.strip.hint')}
      actions={<Link to="/calendar">{t('calendar.page')}</Link>}
    >
      <Loaded query={nights} rows={3}>
        {zones => <StripTable campgrounds={byCampground(zones.filter(({ active }) => active))} />}
      </Loaded>
    </Section>
  )
}

function StripTable({ campgrounds }: { campgrounds: readonly CampgroundZones[] }) {
  const { can } = useSession()
  const holidayWeekdays = useHolidayWeekdays()
  const nights = campgrounds[0]?.zones[0]?.nights
  if (nights === undefined)
    return (
      <EmptyState
        icon={TentTree}
        title={t('campgrounds.none')}
        hint={can('campgrounds.view') && <Link to="/campgrounds">{t('campgrounds.page')}</Link>}
      />
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens, also by keyboard */}
      <section className="strip" tabIndex={0} aria-label={t('today.strip.hint')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('fields.campground')}</th>
              {nights.map(({ date }) => (
                <th key={date} scope="col" data-weekend={holidayWeekdays.includes(weekdayOf(date)) || undefined}>
                  <span>{formatDay(date, 'weekdayShort')}</span>
                  <span>{formatDay(date, 'short')}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {campgrounds.map(({ campgroundId: id, campgroundName: name, zones }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={`/calendar?campgroundId=${id}`}>{name}</Link>
                </th>
                {nights.map(({ date }, index) => (
                  <NightCell key={date} nights={zones.flatMap(zone => zone.nights[index] ?? [])} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Legend />
    </>
  )
}

function NightCell({ nights }: { nights: readonly Night[] }) {
  if (nights[0]?.closed)
    return (
      <td className="strip-closed" title={t('calendar.closed')}>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('calendar.closed')}</span>
      </td>
    )
  const taken = nights.reduce((sum, { confirmed, paid, held }) => sum + confirmed + paid + held, 0)
  const free = nights.reduce((sum, night) => sum + night.free, 0)
  const share = taken + free === 0 ? 0 : taken / (taken + free)
  return (
    <td className={`strip-fill fill-${stepOf(share)}`} title={t('today.strip.taken', { share: formatShare(share) })}>
      {free}
    </td>
  )
}

const steps = [0, 1, 2, 3, 4] as const

/** The step of filling, from 0 (nothing is taken) to 4 (nine tenths or more). */
const stepOf = (share: number): number => (share === 0 ? 0 : share < 0.4 ? 1 : share < 0.7 ? 2 : share < 0.9 ? 3 : 4)

const Legend = () => (
  <p className="row strip-legend muted">
    <span>{t('today.strip.empty')}</span>
    {steps.map(step => (
      <span key={step} className={`strip-key strip-fill fill-${step}`} />
    ))}
    <span>{t('today.strip.full')}</span>
    <span className="strip-key strip-closed" />
    <span>{t('calendar.closed')}</span>
  </p>
)
