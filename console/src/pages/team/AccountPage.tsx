import { t } from 'i18next'
import { Ban, Pencil, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../../app/session.ts'
import { FactsSection } from '../../design/Section.tsx'
import { DateTime, Email, Id } from '../../design/Values.tsx'
import { ActionButton, AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import { ActiveBadge, RoleBadge } from './AccountsTab.tsx'
import type { Account } from './access.ts'
import { PermissionTable } from './PermissionTable.tsx'

/** One account of the back office, and its permissions. */
export function AccountPage() {
  const { can } = useSession()
  return (
    <RecordPage
      list="team"
      operation="getUser"
      title={account => account?.name ?? t('fields.account')}
      badge={({ role }) => <RoleBadge status={role} />}
      subtitle={({ email }) => <Email address={email} />}
      actions={account => can('permissions.edit') && <AccountActions account={account} />}
      side={account => <AccountFacts account={account} />}
    >
      {account => <PermissionTable key={account.id} account={account} />}
    </RecordPage>
  )
}

function AccountFacts({ account }: { account: Account }) {
  const { id, firebaseUid, createdAt, updatedAt } = account
  return (
    <FactsSection
      title={t('fields.account')}
      actions={<Link to={`/team?tab=audit&adminId=${encodeURIComponent(id)}`}>{t('team.whatTheyDid')}</Link>}
      of={{
        [t('fields.status')]: <ActiveBadge account={account} />,
        [t('team.signIn')]: firebaseUid === null ? t('team.neverSignedIn') : t('team.hasSignedIn'),
        [t('fields.createdAt')]: <DateTime at={createdAt} />,
        [t('fields.updatedAt')]: <DateTime at={updatedAt} />,
        [t('fields.id')]: <Id>{id}</Id>,
      }}
    />
  )
}

function AccountActions({ account }: { account: Account }) {
  const { administrator } = useSession()
  const { id, name, active } = account
  return (
    <>
      {active && id !== administrator.id && (
        <AskingButton
          icon={Ban}
          label={t('team.deactivate')}
          title={t('team.deactivateTitle', { name })}
          hint={t('team.deactivateHint')}
          isDangerous
          run={admin => admin.changeUser({ id, active: false })}
          done={() => t('team.deactivated', { name })}
          failed={t('team.notChanged')}
        />
      )}
      {!active && (
        <ActionButton
          icon={RotateCcw}
          label={t('team.activate')}
          run={admin => admin.changeUser({ id, active: true })}
          done={() => t('actions.reactivated', { name })}
          failed={t('team.notChanged')}
        />
      )}
      <DialogButton icon={Pencil} variant="primary" label={t('actions.edit')}>
        {close => <AccountDialog account={account} close={close} />}
      </DialogButton>
    </>
  )
}
