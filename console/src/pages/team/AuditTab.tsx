import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useToday } from '../../app/shared-queries.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterDates, FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { DateTime, Id } from '../../design/Values.tsx'
import { addDays, weekdayOf } from '../../lib/days.ts'
import { type Filters, useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { AuditEntryDialog } from './AuditEntryDialog.tsx'
import { outcomeTones, useActionName } from './audit-words.ts'
import { type AuditEntry, auditFilters, outcomes, useAccounts, useAuditEntries } from './queries.ts'

/** What administrators did, by person, target and week. */
export function AuditTab() {
  const { t } = useTranslation()
  const filters = useFilters(auditFilters)
  const { tab, ...fields } = filters.values
  const [openId, setOpenId] = useState<string>()
  const columns = useColumns(setOpenId)
  return (
    <>
      <AuditFilterBar filters={filters} />
      <LoadedList
        query={useAuditEntries({ ...fields, page: filters.page })}
        rows={10}
        filters={filters}
        empty={<EmptyState icon={ScrollText} title={t('team.noEntries')} />}
      >
        {items => <DataTable label={t('team.audit')} columns={columns} items={items} keyOf={({ id }) => id} isDense />}
      </LoadedList>
      {openId !== undefined && <AuditEntryDialog id={openId} close={() => setOpenId(undefined)} />}
    </>
  )
}

function AuditFilterBar({ filters }: { filters: Filters<typeof auditFilters> }) {
  const { t } = useTranslation()
  const { tab, ...fields } = filters.values
  const { adminId, targetId, outcome, from, to } = fields
  const accounts = useAccounts({ size: 100, sort: 'name,asc' }).data?.data ?? []
  const today = useToday()
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const showWeek = (first: string) => filters.set({ from: first, to: addDays(first, 6) })
  return (
    <FilterBar
      filters={{ count: filters.count, clear: () => filters.set(noFilters) }}
      search={
        <SearchField label={t('team.target')} value={targetId ?? ''} onChange={targetId => filters.set({ targetId })} />
      }
      end={<CsvButton read={() => client().admin.listAuditEntries.csv(fields)} />}
    >
      <FilterSelect
        label={t('team.person')}
        value={adminId}
        onChange={adminId => filters.set({ adminId })}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        empty={t('team.everybody')}
      />
      <FilterSelect
        label={t('team.outcome')}
        value={outcome}
        onChange={outcome => filters.set({ outcome })}
        options={outcomes.map(value => ({ value, label: t(`team.outcomes.${value}`) }))}
      />
      <FilterDates
        labels={[t('team.from'), t('team.to')]}
        from={from}
        to={to}
        setFrom={from => filters.set({ from })}
        setTo={to => filters.set({ to })}
      />
      <span className="row">
        <Button variant="quiet" onPress={() => showWeek(monday)}>
          {t('team.thisWeek')}
        </Button>
        <Button variant="quiet" onPress={() => showWeek(addDays(monday, -7))}>
          {t('team.lastWeek')}
        </Button>
      </span>
    </FilterBar>
  )
}

/** The tab stays. */
const noFilters = {
  adminId: undefined,
  targetId: undefined,
  action: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
}

function useColumns(open: (id: string) => void): Column<AuditEntry>[] {
  const { t } = useTranslation()
  const nameOf = useActionName()
  return [
    {
      id: 'action',
      header: t('team.action'),
      isTitle: true,
      cell: ({ id, action }) => (
        <button type="button" className="link-button" onClick={() => open(id)}>
          {nameOf(action)}
        </button>
      ),
    },
    { id: 'at', header: t('team.at'), cell: ({ at }) => <DateTime at={at} /> },
    { id: 'person', header: t('team.person'), cell: ({ admin }) => admin.name },
    {
      id: 'target',
      header: t('team.target'),
      isWide: true,
      cell: ({ targetId }) => (targetId === null ? '–' : <Id>{targetId}</Id>),
    },
    {
      id: 'outcome',
      header: t('team.outcome'),
      cell: ({ outcome, code }) => (
        <span className="stack-tight">
          <span>
            <Badge tone={outcomeTones[outcome]}>{t(`team.outcomes.${outcome}`)}</Badge>
          </span>
          {code && <small className="muted">{code}</small>}
        </span>
      ),
    },
  ]
}
