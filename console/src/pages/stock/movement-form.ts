import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Changes, Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
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

type MoveStock<Input extends FieldValues, Output extends object> = Pick<MovementDialogProps, 'close' | 'moved'> & {
  schema: z.ZodType<Output, Input>
  values: DefaultValues<Input>
  run(changes: Changes, request: Output): Promise<Schemas['BookedMovements']>
  /** Says how many movements were made. */
  done(count: number): string
}

/** The form and action of a dialog that moves stock, which closes when it is done. */
export function useMoveStock<Input extends FieldValues, Output extends object>(options: MoveStock<Input, Output>) {
  const { schema, values, run, done, close, moved } = options
  const { t } = useTranslation()
  return useFormAction({
    schema,
    values,
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
