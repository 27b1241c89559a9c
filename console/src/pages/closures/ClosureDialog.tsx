import { type CreateClosure, createClosureSchema } from '@campstore/contract/admin/closures'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
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
  const form = useForm({
    resolver: zodResolver(createClosureSchema),
    defaultValues: formOf(closure ?? initial),
  })
  const { control, handleSubmit, setValue } = form
  const dates = useWatch({ control })
  const save = useAction({
    run: (admin, fields: CreateClosure) =>
      closure ? admin.changeClosure({ ...fields, id: String(closure.id) }) : admin.createClosure(fields),
    done: () => t(closure ? 'closures.changed' : 'closures.created'),
    failed: t('closures.notSaved'),
    form,
    onDone: result => {
      close()
      saved?.(result)
    },
  })
  return (
    <FormDialog
      title={t(closure ? 'closures.change' : 'closures.create')}
      close={close}
      isWide
      action={t(closure ? 'actions.save' : 'closures.createAction')}
      isPending={save.isPending}
      submit={handleSubmit(fields => save.mutate(fields))}
    >
      <ClosureFields control={control} setValue={setValue} isNew={closure === undefined} />
      {can('bookings.view') && <AffectedPreview dates={dates as ClosureDates} />}
    </FormDialog>
  )
}
