import { Ban, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Button } from '../../design/Button.tsx'
import { Columns } from '../../design/Columns.tsx'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Email, Facts, Id } from '../../design/Values.tsx'
import { ChangeAccountDialog } from './AccountDialogs.tsx'
import { ActiveBadge, RoleBadge } from './AccountsTab.tsx'
import { PermissionTable } from './PermissionTable.tsx'
import { type Account, useAccount } from './queries.ts'
import './team.css'

/** One account of the back office, and its permissions. */
export function AccountPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const { can } = useSession()
  const query = useAccount(id)
  const account = query.data
  return (
    <>
      <PageHeader
        title={account?.name ?? t('fields.account')}
        back={<BackLink to="team" />}
        badge={account && <RoleBadge role={account.role} />}
        subtitle={account && <Email address={account.email} />}
      >
        {account && can('permissions.edit') && <AccountActions account={account} />}
      </PageHeader>
      <Loaded query={query}>
        {account => (
          <Columns side={<AccountFacts account={account} />}>
            {/* Starts again when someone else has changed the account. */}
            <PermissionTable key={account.updatedAt} account={account} />
          </Columns>
        )}
      </Loaded>
    </>
  )
}

function AccountFacts({ account }: { account: Account }) {
  const { t } = useTranslation()
  const { id, firebaseUid, createdAt, updatedAt } = account
  return (
    <Section
      title={t('fields.account')}
      actions={<Link to={`/team?tab=audit&adminId=${encodeURIComponent(id)}`}>{t('team.whatTheyDid')}</Link>}
    >
      <Facts
        of={{
          [t('fields.status')]: <ActiveBadge account={account} />,
          [t('team.signIn')]: firebaseUid === null ? t('team.neverSignedIn') : t('team.hasSignedIn'),
          [t('fields.createdAt')]: <DateTime at={createdAt} />,
          [t('fields.updatedAt')]: <DateTime at={updatedAt} />,
          [t('fields.id')]: <Id>{id}</Id>,
        }}
      />
    </Section>
  )
}

function AccountActions({ account }: { account: Account }) {
  const { t } = useTranslation()
  const { administrator } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const close = () => setLeaving(false)
  const { id, name, active } = account
  const setActive = useAction({
    run: (admin, active: boolean) => admin.changeUser({ id, active }),
    done: ({ active }) => t(active ? 'team.activated' : 'team.deactivated', { name }),
    failed: t('team.notChanged'),
    close,
  })
  return (
    <>
      {active && id !== administrator.id && (
        <Button icon={Ban} onPress={() => setLeaving(true)}>
          {t('team.deactivate')}
        </Button>
      )}
      {!active && (
        <Button icon={RotateCcw} isPending={setActive.isPending} onPress={() => setActive.mutate(true)}>
          {t('team.activate')}
        </Button>
      )}
      <DialogButton icon={Pencil} variant="primary" label={t('actions.edit')}>
        {close => <ChangeAccountDialog account={account} close={close} />}
      </DialogButton>
      {isLeaving && (
        <ConfirmDialog
          title={t('team.deactivateTitle', { name })}
          close={close}
          action={t('team.deactivate')}
          isDangerous
          isPending={setActive.isPending}
          confirm={() => setActive.mutate(false)}
        >
          <p>{t('team.deactivateHint')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
