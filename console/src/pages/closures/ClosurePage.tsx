import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useRead } from '../../app/read.ts'
import { useSession } from '../../app/session.ts'
import { useCampgroundName } from '../../app/shared-queries.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { DialogButton } from '../../design/DialogButton.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { Facts } from '../../design/Values.tsx'
import { AskingButton } from '../shared/AskingButton.tsx'
import { AffectedBookings } from './AffectedBookings.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { ClosureNights, ClosureStateBadge } from './ClosureNights.tsx'
import type { Closure } from './closure.ts'

/** A closure, and the affected bookings. */
export function ClosurePage() {
  const closure = useRead('getClosure', { id: useParams().id ?? '' })
  return (
    <Loaded query={closure} rows={8}>
      {found => <ClosureDetail closure={found} />}
    </Loaded>
  )
}

function ClosureDetail({ closure }: { closure: Closure }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const navigate = useNavigate()
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
            <AskingButton
              icon={Trash2}
              label={t('closures.remove')}
              title={t('closures.removeTitle')}
              hint={t('closures.removeHint')}
              isDangerous
              action={{
                run: admin => admin.removeClosure({ id: String(closure.id) }),
                done: () => t('closures.removed'),
                failed: t('closures.notRemoved'),
                onDone: () => void navigate('/closures', { replace: true }),
              }}
            />
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
