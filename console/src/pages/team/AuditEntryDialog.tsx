import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { Badge, type BadgeTone } from '../../design/Badge.tsx'
import { cx } from '../../design/cx.ts'
import { Dialog } from '../../design/Dialog.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { DateTime, Email, Facts, Id } from '../../design/Values.tsx'
import { differencesOf } from './audit-differences.ts'
import { useAuditEntry } from './queries.ts'

type Entry = Schemas['AuditEntryDetail']

/** An entry of the audit log: what was asked for, and the target before and after. */
export function AuditEntryDialog({ id, close }: { id: string; close(): void }) {
  const { t } = useTranslation()
  const query = useAuditEntry(id)
  const nameOf = useActionName()
  return (
    <Dialog title={query.data ? nameOf(query.data.action) : t('team.entry')} close={close} isWide>
      <Loaded query={query}>
        {entry => (
          <>
            <EntryFacts entry={entry} />
            {entry.request !== null && (
              <div>
                <h3>{t('team.request')}</h3>
                <pre className="code-block">{entry.request}</pre>
              </div>
            )}
            <SideBySide entry={entry} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function EntryFacts({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { admin, at, targetId, outcome, status, code, requestId, clientAddress } = entry
  return (
    <Facts
      of={{
        [t('team.person')]: (
          <>
            {admin.name}
            <br />
            <Email address={admin.email} />
          </>
        ),
        [t('fields.time')]: <DateTime at={at} />,
        [t('team.target')]: targetId === null ? '–' : <Id>{targetId}</Id>,
        [t('fields.outcome')]: (
          <>
            <Badge tone={outcomeTones[outcome]}>{t(`team.outcomes.${outcome}`)}</Badge> {[status, code].join(' ')}
          </>
        ),
        [t('team.requestId')]: <Id>{requestId}</Id>,
        [t('team.address')]: <Id>{clientAddress}</Id>,
      }}
    />
  )
}

/** The target's fields before and after; only those that differ, unless all are asked for. */
function SideBySide({ entry: { before, after } }: { entry: Entry }) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const differences = differencesOf(before, after)
  const changed = differences.filter(({ isChanged }) => isChanged)
  if (differences.length === 0) return null
  const shown = showsAll || changed.length === 0 ? differences : changed
  return (
    <div className="stack-tight">
      {changed.length > 0 && changed.length < differences.length && (
        <label className="check-field">
          <span className="check">
            <input type="checkbox" checked={showsAll} onChange={event => setShowsAll(event.target.checked)} />
          </span>
          {t('team.showAll')}
        </label>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
      <section className="team-differences" aria-label={t('team.beforeAndAfter')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('team.field')}</th>
              <th scope="col">{t('team.before')}</th>
              <th scope="col">{t('team.after')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ path, before, after, isChanged }) => (
              <tr key={path} className={cx(isChanged && 'team-changed')}>
                <th scope="row">{path}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

export const outcomeTones: Record<Schemas['AuditOutcome'], BadgeTone> = {
  started: 'neutral',
  succeeded: 'positive',
  refused: 'notice',
  failed: 'danger',
  unknown: 'danger',
}

/** What an entry's action is called; its own name where it is a new one. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation()
  return action => t(`team.actions.${action}`, { defaultValue: action })
}
