import { useTranslation } from 'react-i18next'
import { Button } from '../../design/Button.tsx'
import { ErrorState } from '../../design/ErrorState.tsx'
import { CampstoreError } from '../client.ts'
import { EntrancePage } from './EntrancePage.tsx'

type NoAccountPageProps = { error: Error; signOut(): void; retry(): void }

/** Shown after a sign-in without an active account, or if the account cannot be read. */
export function NoAccountPage({ error, signOut, retry }: NoAccountPageProps) {
  const { t } = useTranslation()
  const code = error instanceof CampstoreError ? error.code : undefined
  const isInactive = code === 'ADMIN_INACTIVE'
  const isUnknown = code === 'ADMIN_NOT_WHITELISTED'
  const title = isInactive ? t('signIn.inactive') : isUnknown ? t('signIn.noAccount') : t('states.failed')
  return (
    <EntrancePage title={title}>
      {isInactive && <p>{t('signIn.inactiveHint')}</p>}
      {isUnknown && <p>{t('signIn.noAccountHint')}</p>}
      <ErrorState error={error} retry={retry} />
      <Button onPress={signOut}>{t('signIn.otherAccount')}</Button>
    </EntrancePage>
  )
}
