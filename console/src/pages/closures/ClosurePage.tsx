import { t } from 'i18next'
import { Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useCampgroundName, useSession } from '../../app/session.ts'
import { FactsSection } from '../../design/Section.tsx'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { AffectedBookings } from './AffectedBookings.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { ClosureNights, ClosureStateBadge } from './ClosureNights.tsx'
import type { Closure } from './closure.ts'

/** A closure, and the affected bookings. */
export function ClosurePage() {
  const { can } = useSession()
  const nameOf = useCampgroundName()
  return (
    <RecordPage
      list="closures"
      operation="getClosure"
      title={closure =>
        closure ? t('closures.one', { campground: nameOf(closure.campgroundId) }) : t('closures.page')
      }
      badge={closure => <ClosureStateBadge closure={closure} />}
      subtitle={closure => <ClosureNights closure={closure} />}
      actions={closure => can('closures.edit') && <ClosureActions closure={closure} />}
    >
      {closure => (
        <>
          <FactsSection
            title={t('closures.details')}
            of={{
              [t('fields.campground')]: nameOf(closure.campgroundId),
              [t('closures.nights')]: <ClosureNights closure={closure} />,
              [t('fields.reason')]: closure.reason,
            }}
          />
          {can('bookings.view') && <AffectedBookings closureId={closure.id} />}
        </>
      )}
    </RecordPage>
  )
}

function ClosureActions({ closure }: { closure: Closure }) {
  const navigate = useNavigate()
  return (
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
        run={admin => admin.removeClosure({ id: String(closure.id) })}
        done={() => t('closures.removed')}
        failed={t('closures.notRemoved')}
        onDone={() => void navigate('/closures', { replace: true })}
      />
    </>
  )
}
