import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { useCampgroundName } from '../../app/shared-queries.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Button } from '../../design/Button.tsx'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { Fact, Facts } from '../../design/Values.tsx'
import { AffectedBookings } from './AffectedBookings.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { ClosureNights, ClosureStateBadge } from './ClosureNights.tsx'
import { type Closure, useClosure } from './queries.ts'

/** A closure, and whom it affects. */
export function ClosurePage() {
  const closure = useClosure(Number(useParams().id))
  return (
    <Loaded query={closure} rows={8}>
      {found => <ClosureDetail closure={found} />}
    </Loaded>
  )
}

function ClosureDetail({ closure }: { closure: Closure }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const nameOf = useCampgroundName()
  const [isChanging, setChanging] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const name = nameOf(closure.campgroundId)
  return (
    <>
      <PageHeader
        title={t('closures.one', { campground: name })}
        badge={<ClosureStateBadge closure={closure} />}
        subtitle={<ClosureNights closure={closure} />}
        back={<BackLink to="closures" />}
      >
        {can('closures.edit') && (
          <>
            <Button icon={Pencil} onPress={() => setChanging(true)}>
              {t('actions.edit')}
            </Button>
            <Button icon={Trash2} onPress={() => setRemoving(true)}>
              {t('closures.remove')}
            </Button>
          </>
        )}
      </PageHeader>
      <div className="stack">
        <Section title={t('closures.details')}>
          <Facts>
            <Fact label={t('fields.campground')}>{name}</Fact>
            <Fact label={t('closures.nights')}>
              <ClosureNights closure={closure} />
            </Fact>
            <Fact label={t('fields.reason')}>{closure.reason}</Fact>
          </Facts>
        </Section>
        {can('bookings.view') && <AffectedBookings closureId={closure.id} />}
      </div>
      {isChanging && <ClosureDialog closure={closure} close={() => setChanging(false)} />}
      <RemoveDialog closure={closure} isOpen={isRemoving} close={() => setRemoving(false)} />
    </>
  )
}

function RemoveDialog({ closure, isOpen, close }: { closure: Closure; isOpen: boolean; close(): void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = useAction({
    run: admin => admin.removeClosure({ id: String(closure.id) }),
    done: () => t('closures.removed'),
    failed: t('closures.notRemoved'),
    close,
    onDone: () => void navigate('/closures', { replace: true }),
  })
  return (
    <ConfirmDialog
      title={t('closures.removeTitle')}
      isOpen={isOpen}
      close={close}
      action={t('closures.remove')}
      isDangerous
      isPending={remove.isPending}
      confirm={() => remove.mutate()}
    >
      <p>{t('closures.removeHint')}</p>
    </ConfirmDialog>
  )
}
