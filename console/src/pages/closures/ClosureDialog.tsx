import { type CreateClosure, createClosureSchema } from '@campstore/contract/admin/closures'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
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
  const id = useId()
  const form = useForm({
    resolver: zodResolver(createClosureSchema),
    defaultValues: formOf(closure ?? initial),
  })
  const { control, handleSubmit, setValue } = form
  const dates = useWatch({ control })
  const save = useAction({
    run: (fields: CreateClosure) =>
      closure
        ? client().admin.changeClosure({ ...fields, id: String(closure.id) })
        : client().admin.createClosure(fields),
    done: () => t(closure ? 'closures.changed' : 'closures.created'),
    failed: t('closures.notSaved'),
    form,
    onDone: result => {
      close()
      saved?.(result)
    },
  })
  return (
    <Dialog
      title={t(closure ? 'closures.change' : 'closures.create')}
      isOpen
      close={close}
      isWide
      actions={
        <>
          <Button onPress={close}>{t('actions.back')}</Button>
          <Button type="submit" form={id} variant="primary" isPending={save.isPending}>
            {t(closure ? 'actions.save' : 'closures.createAction')}
          </Button>
        </>
      }
    >
      <form id={id} className="form" noValidate onSubmit={handleSubmit(fields => save.mutate(fields))}>
        <ClosureFields control={control} setValue={setValue} isNew={closure === undefined} />
      </form>
      {can('bookings.view') && <AffectedPreview dates={dates as ClosureDates} />}
    </Dialog>
  )
}
