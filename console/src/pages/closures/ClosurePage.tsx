import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { useCampgroundName } from '../../app/shared-queries.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { Facts } from '../../design/Values.tsx'
import { AffectedBookings } from './AffectedBookings.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { ClosureNights, ClosureStateBadge } from './ClosureNights.tsx'
import { type Closure, useClosure } from './queries.ts'

/** A closure, and the affected bookings. */
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
            <DialogButton icon={Pencil} label={t('actions.edit')}>
              {close => <ClosureDialog closure={closure} close={close} />}
            </DialogButton>
            <DialogButton icon={Trash2} label={t('closures.remove')}>
              {close => <RemoveDialog closure={closure} close={close} />}
            </DialogButton>
          </>
        )}
      </PageHeader>
      <div className="stack">
        <Section title={t('closures.details')}>
          <Facts
            of={{
              [t('fields.campground')]: name,
              [t('closures.nights')]: <ClosureNights closure={closure} />,
              [t('fields.reason')]: closure.reason,
            }}
          />
        </Section>
        {can('bookings.view') && <AffectedBookings closureId={closure.id} />}
      </div>
    </>
  )
}

function RemoveDialog({ closure, close }: { closure: Closure; close(): void }) {
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
