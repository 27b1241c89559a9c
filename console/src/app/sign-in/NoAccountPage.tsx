import { useTranslation } from 'react-i18next'
import { Button } from '../../design/Button.tsx'
import { ErrorState } from '../../design/ErrorState.tsx'
import { CampstoreError } from '../client.ts'
import { EntrancePage } from './EntrancePage.tsx'

type NoAccountPageProps = { error: Error; signOut(): void; retry(): void }

/** Shown to a person who is signed in but is no active administrator, or whose account cannot be read. */
export function NoAccountPage({ error, signOut, retry }: NoAccountPageProps) {
  const { t } = useTranslation()
  const code = error instanceof CampstoreError ? error.code : undefined
  const isInactive = code === 'ADMIN_INACTIVE'
  return (
    <EntrancePage title={isInactive ? t('signIn.inactive') : t('signIn.noAccount')}>
      {isInactive && <p>{t('signIn.inactiveHint')}</p>}
      {code === 'ADMIN_NOT_WHITELISTED' && <p>{t('signIn.noAccountHint')}</p>}
      <ErrorState error={error} retry={retry} />
      <Button onPress={signOut}>{t('signIn.otherAccount')}</Button>
    </EntrancePage>
  )
}
