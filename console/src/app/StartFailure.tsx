import { useTranslation } from 'react-i18next'
import { Message } from '../design/Message.tsx'
import { EntranceButton, EntrancePage } from './sign-in/EntrancePage.tsx'

/** Shown when the gateway cannot be reached: none of the console's components are loaded then. */
export function StartFailure() {
  const { t } = useTranslation()
  return (
    <EntrancePage title={t('states.failed')}>
      <Message tone="danger">{t('errors.notLoaded')}</Message>
      <EntranceButton onPress={() => location.reload()}>{t('actions.retry')}</EntranceButton>
    </EntrancePage>
  )
}
