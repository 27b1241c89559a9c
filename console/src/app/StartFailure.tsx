import { useTranslation } from 'react-i18next'
import { Message } from '../design/Message.tsx'
import { EntranceButton } from './sign-in/EntranceButton.tsx'
import { EntrancePage } from './sign-in/EntrancePage.tsx'

/** Shown when the gateway cannot be reached: what the console consists of is not loaded. */
export function StartFailure() {
  const { t } = useTranslation()
  return (
    <EntrancePage title={t('states.failed')}>
      <Message tone="danger">{t('signIn.problems.unreachable')}</Message>
      <EntranceButton onPress={() => location.reload()}>{t('actions.retry')}</EntranceButton>
    </EntrancePage>
  )
}
