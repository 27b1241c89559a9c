import { auditEntriesQuerySchema } from '@campstore/contract/admin/audit'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useToday } from '../../app/shared-queries.ts'
import { Badge } from '../../design/Badge.tsx'
import { Button } from '../../design/Button.tsx'
import { column, titleColumn } from '../../design/column-kinds.tsx'
import type { Column } from '../../design/DataTable.tsx'
import { DateTime, Id } from '../../design/Values.tsx'
import { addDays, weekdayOf } from '../../lib/days.ts'
import { dayFilter, filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, List } from '../shared/List.tsx'
import { AuditEntryDialog, outcomeTones, useActionName } from './AuditEntryDialog.tsx'
import { type AuditEntry, useAccounts } from './queries.ts'

const parsers = {
  ...filtersOf(auditEntriesQuerySchema.shape, 'adminId', 'targetId', 'action', 'outcome'),
  from: dayFilter,
  to: dayFilter,
}

/** What administrators did, by person, target and week. */
export function AuditTab() {
  const { t } = useTranslation()
  const filters = useFilters(parsers)
  const accounts = useAccounts().data?.data ?? []
  const [openId, setOpenId] = useState<string>()
  return (
    <>
      <List
        label={t('team.audit')}
        operation={() => client().admin.listAuditEntries}
        query={filters.values}
        filters={filters}
        search={{ name: 'targetId', label: t('team.target') }}
        fields={[
          {
            name: 'adminId',
            label: t('team.person'),
            options: accounts.map(({ id, name }) => ({ value: id, label: name })),
            empty: t('team.everybody'),
          },
          choiceOf(filters, 'outcome', t('fields.outcome'), outcome => t(`team.outcomes.${outcome}`)),
          { from: 'from', to: 'to', labels: [t('team.from'), t('team.to')] },
        ]}
        moreFields={<Weeks show={filters.set} />}
        icon={ScrollText}
        none={t('team.noEntries')}
        columns={useColumns(setOpenId)}
        keyOf={({ id }) => id}
        isDense
      />
      {openId !== undefined && <AuditEntryDialog id={openId} close={() => setOpenId(undefined)} />}
    </>
  )
}

/** Shows this week or the last one. */
function Weeks({ show }: { show(days: { from: string; to: string }): void }) {
  const { t } = useTranslation()
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

function useColumns(open: (id: string) => void): Column<AuditEntry>[] {
  const { t } = useTranslation()
  const nameOf = useActionName()
  return [
    titleColumn('action', t('fields.action'), ({ id, action }) => (
      <button type="button" className="link-button" onClick={() => open(id)}>
        {nameOf(action)}
      </button>
    )),
    column('at', t('fields.time'), ({ at }) => <DateTime at={at} />),
    column('person', t('team.person'), ({ admin }) => admin.name),
    {
      id: 'target',
      header: t('team.target'),
      isWide: true,
      cell: ({ targetId }) => (targetId === null ? '–' : <Id>{targetId}</Id>),
    },
    column('outcome', t('fields.outcome'), ({ outcome, code }) => (
      <span className="stack-tight">
        <span>
          <Badge tone={outcomeTones[outcome]}>{t(`team.outcomes.${outcome}`)}</Badge>
        </span>
        {code && <small className="muted">{code}</small>}
      </span>
    )),
  ]
}
