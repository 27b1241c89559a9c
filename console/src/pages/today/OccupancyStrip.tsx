import { useQuery } from '@tanstack/react-query'
import { TentTree } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, type Schemas } from '../../app/client.ts'
import { useToday } from '../../app/shared-queries.ts'
import '../../design/charts/charts.css'
import { EmptyState } from '../../design/EmptyState.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { weekdayOf } from '../../lib/days.ts'
import { formatDay, formatShare } from '../../lib/format.ts'

type Night = { date: string; taken: number; free: number; closed: boolean }
type Campground = { id: string; name: string; nights: Night[] }

const stripNights = 14

/** How full each campground is in the next nights: the free sites of each night, darker where more is taken. */
export function OccupancyStrip() {
  const { t } = useTranslation()
  const from = useToday()
  const nights = useQuery({
    queryKey: ['today', 'strip', from],
    queryFn: () => client().admin.listOccupancy({ from, days: stripNights }),
  })
  return (
    <Section
      title={t('today.strip.title')}
      hint={t('today.strip.hint')}
      actions={<Link to="/calendar">{t('calendar.page')}</Link>}
    >
      <Loaded query={nights} rows={3}>
        {zones => <StripTable campgrounds={byCampground(zones)} />}
      </Loaded>
    </Section>
  )
}

function StripTable({ campgrounds }: { campgrounds: readonly Campground[] }) {
  const { t } = useTranslation()
  const [first] = campgrounds
  if (first === undefined) return <EmptyState icon={TentTree} title={t('today.strip.none')} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens, also by keyboard */}
      <section className="strip" tabIndex={0} aria-label={t('today.strip.hint')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('fields.campground')}</th>
              {first.nights.map(({ date }) => (
                <th key={date} scope="col" data-weekend={[5, 6].includes(weekdayOf(date)) || undefined}>
                  <span>{formatDay(date, 'weekdayShort')}</span>
                  <span>{formatDay(date, 'short')}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {campgrounds.map(({ id, name, nights }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={`/calendar?campgroundId=${id}`}>{name}</Link>
                </th>
                {nights.map(night => (
                  <NightCell key={night.date} night={night} />
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

function NightCell({ night: { taken, free, closed } }: { night: Night }) {
  const { t } = useTranslation()
  if (closed)
    return (
      <td className="strip-closed" title={t('calendar.closed')}>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('calendar.closed')}</span>
      </td>
    )
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

function Legend() {
  const { t } = useTranslation()
  return (
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
}

/** The zones of each campground together; zones that cannot be booked do not count. */
function byCampground(zones: readonly Schemas['ZoneOccupancy'][]): Campground[] {
  const campgrounds = new Map<string, Campground>()
  for (const { campgroundId, campgroundName, nights } of zones.filter(({ active }) => active)) {
    const added = nights.map(({ date, confirmed, paid, held, free, closed }) => {
      return { date, taken: confirmed + paid + held, free, closed }
    })
    const known = campgrounds.get(campgroundId)
    const sum = known?.nights.map((night, index) => ({
      ...night,
      taken: night.taken + (added[index]?.taken ?? 0),
      free: night.free + (added[index]?.free ?? 0),
    }))
    campgrounds.set(campgroundId, { id: campgroundId, name: campgroundName, nights: sum ?? added })
  }
  return [...campgrounds.values()]
}
