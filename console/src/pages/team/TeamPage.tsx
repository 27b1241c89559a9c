import { auditEntriesQuerySchema } from '@campstore/contract/admin/audit'
import { t } from 'i18next'
import { ScrollText, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { resourceOf, type Schemas, useRead } from '../../app/client.ts'
import { isOpenTo, pageGroups } from '../../app/pages.ts'
import { useSession, useToday } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, timeColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { CheckField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { DateTime, Email, Facts, Id, TwoLines } from '../../design/Values.tsx'
import { addDays, weekdayOf } from '../../lib/days.ts'
import { choiceFilter, dayFilter, filtersOf, useFilters } from '../../lib/filters.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, List } from '../shared/List.tsx'
import { badgeOf } from '../shared/StatusBadges.tsx'
import { AccountDialog, AccountsTab } from './AccountsTab.tsx'
import { type Difference, differencesOf } from './audit-differences.ts'

const parsers = { tab: choiceFilter(['accounts', 'audit']) }

/** The accounts of the back office, and their actions. */
export function TeamPage() {
  const navigate = useNavigate()
  const { tab } = useFilters(parsers).values
  return (
    <>
      <PageHeader title={t('team.page')}>
        <DialogButton permissions={['permissions.edit']} icon={UserPlus} variant="primary" label={t('team.create')}>
          {close => <AccountDialog close={close} />}
        </DialogButton>
      </PageHeader>
      <Tabs
        label={t('team.page')}
        selected={tab ?? 'accounts'}
        // The tabs have filters of their own.
        onSelect={id => void navigate(id === 'audit' ? '/team?tab=audit' : '/team', { replace: true })}
        tabs={[
          { id: 'accounts', title: t('team.accounts'), content: <AccountsTab /> },
          { id: 'audit', title: t('team.audit'), content: <AuditTab /> },
        ]}
      />
    </>
  )
}

const entryParsers = {
  ...filtersOf(auditEntriesQuerySchema.shape, 'adminId', 'targetId', 'action', 'outcome'),
  from: dayFilter,
  to: dayFilter,
}

/** The actions of administrators, by person, target and week. */
function AuditTab() {
  const filters = useFilters(entryParsers)
  const accounts = useRead('listUsers', { size: 100, sort: 'name,asc' })
  const [openId, setOpenId] = useState<string>()
  const columns: Columns<Schemas['AuditEntry']> = [
    titleColumn('action', t('fields.action'), ({ id, action }) => (
      <button type="button" className="link-button" onClick={() => setOpenId(id)}>
        {nameOf(action)}
      </button>
    )),
    timeColumn('at', t('fields.time'), { place: 'line' }),
    column('person', t('team.person'), { place: 'rest' }, ({ admin }) => admin.name),
    wideColumn('target', t('team.target'), entry => <Target entry={entry} />),
    column('outcome', t('fields.outcome'), { place: 'state' }, ({ outcome, code }) => (
      <TwoLines below={code}>
        <OutcomeBadge status={outcome} />
      </TwoLines>
    )),
  ]
  return (
    <>
      <List
        label={t('team.audit')}
        operation="listAuditEntries"
        query={filters.values}
        filters={filters}
        search={{ name: 'targetId', label: t('team.target') }}
        fields={[
          {
            name: 'adminId',
            label: t('team.person'),
            options: (accounts.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            empty: t('team.everybody'),
          },
          { name: 'action', label: t('fields.action'), options: actionOptions() },
          choiceOf(filters, 'outcome', t('fields.outcome'), outcome => t(`team.outcomes.${outcome}`)),
          { from: 'from', to: 'to', label: t('fields.time'), labels: [t('team.from'), t('team.to')] },
        ]}
        moreFields={<Weeks show={filters.set} />}
        icon={ScrollText}
        none={t('team.noEntries')}
        columns={columns}
        isDense
      />
      {openId !== undefined && <AuditEntryDialog id={openId} close={() => setOpenId(undefined)} />}
    </>
  )
}

function Weeks({ show }: { show(days: { from: string; to: string }): void }) {
  const today = useToday()
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const showWeek = (first: string) => show({ from: first, to: addDays(first, 6) })
  return (
    <span className="row">
      <Button variant="quiet" onPress={() => showWeek(monday)}>
        {t('team.thisWeek')}
      </Button>
      <Button variant="quiet" onPress={() => showWeek(addDays(monday, -7))}>
        {t('team.lastWeek')}
      </Button>
    </span>
  )
}

/** The target's id, linked to its page if it has one that the administrator may open. */
function Target({ entry: { action, targetId } }: { entry: Pick<Schemas['AuditEntry'], 'action' | 'targetId'> }) {
  const session = useSession()
  if (targetId === null) return '–'
  const resource = resourceOf(action)
  const path = resource && (pathsOfResources[resource] ?? resource)
  const page = pageGroups.flatMap(group => group.pages).find(page => page.path === path && page.detail)
  const id = <Id>{targetId}</Id>
  return page && isOpenTo(page, session) ? <Link to={`/${path}/${encodeURIComponent(targetId)}`}>{id}</Link> : id
}

/** Pages whose path is not the name of their resource. */
const pathsOfResources: Readonly<Record<string, string>> = { 'campground-closures': 'closures', users: 'team' }

function actionOptions() {
  const texts = t('team.actions', { returnObjects: true })
  return Object.entries(texts)
    .map(([value, label]) => ({ value, label }))
    .toSorted((left, right) => left.label.localeCompare(right.label))
}

type Entry = Schemas['AuditEntryDetail']

/** An entry of the audit log: the request, and the target before and after. */
function AuditEntryDialog({ id, close }: { id: string; close(): void }) {
  const query = useRead('getAuditEntry', { id })
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
  const { admin, at, outcome, status, code, requestId, clientAddress } = entry
  return (
    <Facts
      of={{
        [t('team.person')]: <TwoLines below={<Email address={admin.email} />}>{admin.name}</TwoLines>,
        [t('fields.time')]: <DateTime at={at} />,
        [t('team.target')]: <Target entry={entry} />,
        [t('fields.outcome')]: (
          <TwoLines below={[status, code].join(' ')}>
            <OutcomeBadge status={outcome} />
          </TwoLines>
        ),
        [t('team.requestId')]: <Id>{requestId}</Id>,
        [t('team.address')]: <Id>{clientAddress}</Id>,
      }}
    />
  )
}

/** The target's fields before and after; only changed ones, unless the person shows all. */
function SideBySide({ entry: { before, after } }: { entry: Entry }) {
  const [showsAll, setShowsAll] = useState(false)
  const differences = differencesOf(before, after)
  const changed = differences.filter(({ isChanged }) => isChanged)
  if (differences.length === 0) return null
  const columns: Columns<Difference> = [
    titleColumn('path', t('team.field'), ({ path }) => path),
    column('before', t('team.before'), ({ before, isChanged }) => (isChanged ? <del>{before}</del> : before)),
    column('after', t('team.after'), ({ after, isChanged }) => (isChanged ? <ins>{after}</ins> : after)),
  ]
  const shown = showsAll || changed.length === 0 ? differences : changed
  return (
    <div className="stack-tight">
      {changed.length > 0 && changed.length < differences.length && (
        <CheckField label={t('team.showAll')} isChecked={showsAll} onChange={setShowsAll} />
      )}
      <DataTable label={t('team.beforeAndAfter')} columns={columns} items={shown} keyOf={({ path }) => path} isDense />
    </div>
  )
}

const OutcomeBadge = badgeOf<Schemas['AuditOutcome']>(
  { started: 'neutral', succeeded: 'positive', refused: 'notice', failed: 'danger', unknown: 'danger' },
  outcome => t(`team.outcomes.${outcome}`),
)

/** The text of an entry's action; the action's own name if it is a new one. */
const nameOf = (action: string): string => t(`team.actions.${action}`, { defaultValue: action })
