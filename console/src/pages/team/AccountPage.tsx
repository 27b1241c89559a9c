import type { Section as SectionKey } from '@campstore/contract/admin/permissions'
import { t } from 'i18next'
import { Ban, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../app/actions.ts'
import { useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { UnsavedQuestion } from '../../design/Dialog.tsx'
import { SelectField } from '../../design/Field.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { FactsSection, Section } from '../../design/Section.tsx'
import { useUnsaved } from '../../design/unsaved.ts'
import { Badge, DateTime, Email, Id } from '../../design/Values.tsx'
import { ActionButton, AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { AccountDialog, ActiveBadge, RoleBadge } from './AccountsTab.tsx'
import { type Access, type Account, accessOf, type Choice, choiceOf, overridesOf } from './access.ts'

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

type Choices = Partial<Record<SectionKey, Choice>>
type Line = { section: SectionKey; byRole: Access; choice: Choice; wanted: Access }

const tones = { none: 'neutral', view: 'info', edit: 'positive' } as const

/** The permissions of an account: by its role, by its own overrides, and in effect. */
function PermissionTable({ account }: { account: Account }) {
  const { can } = useSession()
  const [changed, setChanged] = useState<Choices>({})
  const save = useAction({
    run: (admin, choices: Choices) => admin.replacePermissions({ id: account.id, overrides: overridesOf(choices) }),
    done: () => t('team.permissionsSaved', { name: account.name }),
    failed: t('team.permissionsNotSaved'),
    onDone: () => setChanged({}),
  })
  const permissions = useRead('readPermissions', {}, { staleTime: Number.POSITIVE_INFINITY, refetchInterval: false })
  const columns = useColumns((section, choice) => setChanged({ ...changed, [section]: choice }))
  const { question } = useUnsaved(() => Object.keys(changed).length > 0)
  return (
    <Section title={t('team.permissions')} isCard={false}>
      {question && <UnsavedQuestion {...question} />}
      <Loaded query={permissions} rows={9}>
        {({ sections, roleDefaults }) => {
          const lines = sections.map(({ key: section }): Line => {
            const byRole = accessOf(section, roleDefaults[account.role])
            const choice = changed[section] ?? choiceOf(section, account)
            return { section, byRole, choice, wanted: choice === 'role' ? byRole : choice }
          })
          const choices = Object.fromEntries(lines.map(({ section, choice }) => [section, choice]))
          const isEverything = choices.permissions !== 'role' && choices.permissions === 'edit'
          return (
            <>
              <DataTable
                label={t('team.permissions')}
                columns={columns}
                items={lines}
                keyOf={({ section }) => section}
                isDense
              />
              {isEverything && <Message tone="notice">{t('team.everything')}</Message>}
              {can('permissions.edit') && Object.keys(changed).length > 0 && (
                <div className="row">
                  <Button variant="primary" isPending={save.isPending} onPress={() => save.mutate(choices)}>
                    {t('team.savePermissions')}
                  </Button>
                  <Button onPress={() => setChanged({})}>{t('team.discard')}</Button>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

function useColumns(choose: (section: SectionKey, choice: Choice) => void): Columns<Line> {
  const { can } = useSession()
  const mayEdit = can('permissions.edit')
  const choices = ['role', 'none', 'view', 'edit'] as const
  const nameOf = (section: SectionKey) => {
    if (section === 'payments' || section === 'campgrounds') return t(`team.sections.${section}`)
    return t(`${section === 'inventory' ? 'stock' : section === 'permissions' ? 'team' : section}.page`)
  }
  return [
    titleColumn('section', t('team.section'), ({ section }) => nameOf(section)),
    column('role', t('team.access.role'), ({ byRole }) => t(`team.access.${byRole}`)),
    column('own', t('team.override'), ({ section, choice }) =>
      mayEdit ? (
        <SelectField
          label={t('team.overrideOf', { section: nameOf(section) })}
          isLabelHidden
          value={choice}
          onChange={one => choose(section, one || 'role')}
          options={choices.map(value => ({ value, label: t(`team.access.${value}`) }))}
        />
      ) : choice === 'role' ? (
        '–'
      ) : (
        t(`team.access.${choice}`)
      ),
    ),
    column('effective', t('team.effective'), ({ wanted }) => (
      <Badge tone={tones[wanted]}>{t(`team.access.${wanted}`)}</Badge>
    )),
  ]
}
