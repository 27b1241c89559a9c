import { type FormEventHandler, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import type { Stock, StockLocation } from './queries.ts'

/** What each dialog that books stock is given. */
export type BookingProps = {
  /** The variants that were chosen in the list. */
  variants: readonly Stock[]
  locations: readonly StockLocation[]
  close(): void
  booked(): void
}

type BookingDialogProps = {
  title: string
  hint: string
  action: string
  isPending: boolean
  close(): void
  submit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The frame of a form that books stock. */
export function BookingDialog({ title, hint, action, isPending, close, submit, children }: BookingDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog
      title={title}
      isOpen
      close={close}
      isWide
      actions={
        <>
          <Button onPress={close}>{t('actions.back')}</Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <p className="muted">{hint}</p>
      <form id={id} className="form" noValidate onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}

/** The locations as choices of a field. */
export const choicesOf = (locations: readonly StockLocation[]) =>
  locations.map(({ id, name }) => ({ value: id, label: name }))

/** The only store, where there is just one. */
export const onlyStore = (locations: readonly StockLocation[]): string => {
  const stores = locations.filter(({ kind }) => kind === 'store')
  return stores.length === 1 ? (stores[0]?.id ?? '') : ''
}

/** Pieces of a variant on hand at a location. */
export const onHandAt = (variant: Stock, locationId: string): number =>
  variant.locations.find(location => location.locationId === locationId)?.onHand ?? 0

/** A number that has not been written yet, in a form whose schema wants one. */
export const unwritten = Number.NaN
export const writtenOf = (pieces: number): number | undefined => (Number.isNaN(pieces) ? undefined : pieces)
