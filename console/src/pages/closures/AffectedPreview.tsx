import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { Pager } from '../../design/Pager.tsx'
import { AffectedTable } from './AffectedTable.tsx'
import { affectedOf, type ClosureDates, useAffected } from './queries.ts'

/** Shows, before a closure is saved, which bookings it affects. */
export function AffectedPreview({ dates }: { dates: ClosureDates }) {
  const { t } = useTranslation()
  const query = affectedOf(dates)
  const wanted = JSON.stringify(query)
  const [page, setPage] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other dates begin with the first page
  useEffect(() => setPage(0), [wanted])
  const affected = useAffected(query, page)
  if (query === undefined) return <p className="muted">{t('closures.datesFirst')}</p>
  return (
    <section className="stack" aria-label={t('closures.affected')} aria-live="polite" aria-busy={affected.isFetching}>
      <Loaded query={affected} rows={3}>
        {({ data, meta }) =>
          meta.totalElements === 0 ? (
            <Message tone="positive">{t('closures.noneAffected')}</Message>
          ) : (
            <>
              <Message tone="notice">
                <strong>{t('closures.affectedCount', { count: meta.totalElements })}</strong>{' '}
                {t('closures.affectedHint')}
              </Message>
              <div>
                <AffectedTable bookings={data} />
                <Pager meta={meta} filters={{ setPage }} />
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  )
}
