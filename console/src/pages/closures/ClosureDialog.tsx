import { createClosureSchema } from '@campstore/contract/admin/closures'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { AffectedPreview } from './AffectedPreview.tsx'
import { ClosureFields } from './ClosureFields.tsx'
import { formOf } from './closure-form.ts'
import type { Closure, ClosureDates } from './queries.ts'

type ClosureDialogProps = {
  /** The closure that is changed; a new one without it. */
  closure?: Closure
  /** What a new one begins with. */
  initial?: ClosureDates
  close(): void
  /** Called with the closure that was saved. */
  saved?(closure: Closure): void
}

/** Closes nights of a campground, or changes a closure. It shows which bookings that affects before it is saved. */
export function ClosureDialog({ closure, initial = {}, close, saved }: ClosureDialogProps) {
  const { t } = useTranslation()
  const { can } = useSession()
  const { control, setValue, dialog } = useFormAction({
    schema: createClosureSchema,
    values: formOf(closure ?? initial),
    run: (admin, fields) =>
      closure ? admin.changeClosure({ ...fields, id: String(closure.id) }) : admin.createClosure(fields),
    done: () => t(closure ? 'closures.changed' : 'closures.created'),
    failed: t('closures.notSaved'),
    onDone: result => {
      close()
      saved?.(result)
    },
  })
  const dates = useWatch({ control })
  return (
    <FormDialog
      title={t(closure ? 'closures.change' : 'closures.create')}
      close={close}
      isWide
      action={t(closure ? 'actions.save' : 'closures.createAction')}
      {...dialog}
    >
      <ClosureFields control={control} setValue={setValue} isNew={closure === undefined} />
      {can('bookings.view') && <AffectedPreview dates={dates as ClosureDates} />}
    </FormDialog>
  )
}
