import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import type { Changes, Schemas } from '../../app/client.ts'
import type { SentForm } from '../../app/forms.ts'
import type { Stock, StockLocation } from './queries.ts'

/** What each dialog that moves stock is given. */
export type MovementDialogProps = {
  /** The variants that were chosen in the list. */
  variants: readonly Stock[]
  locations: readonly StockLocation[]
  close(): void
  /** Called after stock was moved. */
  moved(): void
}

type MoveStock<Request> = Pick<MovementDialogProps, 'close' | 'moved'> & {
  form: SentForm
  run(changes: Changes, request: Request): Promise<Schemas['BookedMovements']>
  /** Says how many movements were made. */
  done(count: number): string
}

/** The action of a dialog that moves stock, which closes when it is done. */
export function useMoveStock<Request>({ form, run, done, close, moved }: MoveStock<Request>) {
  const { t } = useTranslation()
  return useAction({
    form,
    run,
    done: ({ movements }) => done(movements.length),
    failed: t('stock.notBooked'),
    onDone: () => {
      moved()
      close()
    },
  })
}

/** The only store, where there is just one. */
export const onlyStore = (locations: readonly StockLocation[]): string => {
  const stores = locations.filter(({ kind }) => kind === 'store')
  return stores.length === 1 ? (stores[0]?.id ?? '') : ''
}

/** A number that has not been written yet, in a form whose schema wants one. */
export const unwritten = Number.NaN
export const writtenOf = (pieces = unwritten): number | undefined => (Number.isNaN(pieces) ? undefined : pieces)
