import { t } from 'i18next'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Id } from '../../design/Values.tsx'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { CopyButton } from '../shared/OutputButtons.tsx'
import { DeliveriesSection } from './DeliveriesSection.tsx'
import { WebhookDialog, WebhooksTable } from './WebhooksTable.tsx'

/** Other systems that receive events, and the deliveries to them. */
export function WebhooksPage() {
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <PageHeader title={t('webhooks.page')}>
        <DialogButton permissions={['webhooks.edit']} icon={Plus} variant="primary" label={t('webhooks.create')}>
          {close => <WebhookDialog close={close} created={webhook => setSecret(webhook.secret)} />}
        </DialogButton>
      </PageHeader>
      <div className="stack">
        <WebhooksTable showSecret={setSecret} />
        <DeliveriesSection />
      </div>
      {secret !== undefined && <SecretDialog secret={secret} close={() => setSecret(undefined)} />}
    </>
  )
}

/** The secret of a webhook, which is not shown again. */
const SecretDialog = ({ secret, close }: { secret: string; close(): void }) => (
  <Dialog
    title={t('webhooks.secret')}
    close={close}
    actions={
      <>
        <Button slot="close">{t('actions.close')}</Button>
        <CopyButton variant="primary" text={secret} />
      </>
    }
  >
    <p>{t('webhooks.secretHint')}</p>
    <p>
      <Id>{secret}</Id>
    </p>
  </Dialog>
)
