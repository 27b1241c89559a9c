import { t } from 'i18next'
import { UserPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { choiceFilter, useFilters } from '../../lib/filters.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import { AccountsTab } from './AccountsTab.tsx'
import { AuditTab } from './AuditTab.tsx'

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
