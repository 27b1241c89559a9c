import { useTranslation } from 'react-i18next'
import { Button } from '../../design/Button.tsx'
import { ErrorState } from '../../design/ErrorState.tsx'
import { EntrancePage } from './EntrancePage.tsx'

type NoAccountPageProps = { error: Error; signOut(): void; retry(): void }

/** Shown to a person who is signed in but is no active administrator, or whose account cannot be read. */
export function NoAccountPage({ error, signOut, retry }: NoAccountPageProps) {
  const { t } = useTranslation()
  return (
    <EntrancePage title={t('signIn.noAccount')}>
      <ErrorState error={error} retry={retry} />
      <Button onPress={signOut}>{t('signIn.otherAccount')}</Button>
    </EntrancePage>
  )
}
