import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { DeliveriesSection } from './DeliveriesSection.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhooksTable } from './WebhooksTable.tsx'

/** Other systems that hear what happens, and what was sent to them. */
export function WebhooksPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <PageHeader title={t('webhooks.page')}>
        {can('webhooks.edit') && (
          <Button icon={Plus} variant="primary" onPress={() => setCreating(true)}>
            {t('webhooks.create')}
          </Button>
        )}
      </PageHeader>
      <div className="stack">
        <WebhooksTable showSecret={setSecret} />
        <DeliveriesSection />
      </div>
      {isCreating && <WebhookDialog close={() => setCreating(false)} created={webhook => setSecret(webhook.secret)} />}
      {secret !== undefined && <SecretDialog secret={secret} close={() => setSecret(undefined)} />}
    </>
  )
}
