import { useTranslation } from 'react-i18next'
import { Button } from '../design/Button.tsx'
import { Message } from '../design/Message.tsx'
import { EntrancePage } from './sign-in/EntrancePage.tsx'

/** Shown when the gateway or the identity provider's code cannot be reached. */
export function StartFailure() {
  const { t } = useTranslation()
  return (
    <EntrancePage title={t('states.failed')}>
      <Message tone="danger">{t('signIn.problems.unreachable')}</Message>
      <Button onPress={() => location.reload()}>{t('actions.retry')}</Button>
    </EntrancePage>
  )
}
