import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Id } from '../../design/Values.tsx'

/** The secret of a webhook, which nothing shows again. */
export function SecretDialog({ secret, close }: { secret: string; close(): void }) {
  const { t } = useTranslation()
  const copy = useAction({
    run: () => navigator.clipboard.writeText(secret),
    done: () => t('webhooks.copied'),
    failed: t('webhooks.notCopied'),
  })
  return (
    <Dialog
      title={t('webhooks.secret')}
      close={close}
      actions={
        <>
          <Button slot="close">{t('actions.close')}</Button>
          <Button variant="primary" icon={Copy} onPress={() => copy.mutate()}>
            {t('webhooks.copy')}
          </Button>
        </>
      }
    >
      <p>{t('webhooks.secretHint')}</p>
      <p>
        <Id>{secret}</Id>
      </p>
    </Dialog>
  )
}
