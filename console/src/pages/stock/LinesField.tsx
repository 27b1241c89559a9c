// biome-ignore lint/style/noRestrictedImports: a button that reads, and changes nothing
import { useMutation } from '@tanstack/react-query'
import { t } from 'i18next'
import { Plus, X } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { type FieldError, type FieldValues, useController } from 'react-hook-form'
import { client, useRead } from '../../app/client.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { NumberField, TextField } from '../../design/Field.tsx'
import type { Bound } from '../../design/Form.tsx'
import { notifyProblem } from '../../design/Toasts.tsx'
import { formatDelta } from '../../lib/format.ts'
import { problemText } from '../../lib/problems.ts'
import { type Stock, VariantName } from './stock-columns.tsx'

/** A missing number, in a form whose schema requires one. */
export const unwritten = Number.NaN

type Pieces = 'quantity' | 'counted'
type Line = { variantId: string } & Partial<Record<Pieces, number>>
type LinesError = FieldError & Partial<Record<number, Partial<Record<Pieces | 'variantId', FieldError>>>>

type LinesFieldProps<Fields extends FieldValues, Result> = Bound<Fields, Result> & {
  pieces?: Pieces
  /** Variants that were selected before. */
  variants: readonly Stock[]
  /** The location whose stock is shown at each line; empty until it is chosen. */
  at: string
}

/** Lines of a delivery, a count or a transfer: each a variant that is found by SKU or name, as with a barcode scanner. */
export function LinesField<Fields extends FieldValues, Result>(props: LinesFieldProps<Fields, Result>) {
  const { control, name, label, pieces = 'quantity', variants, at } = props
  const { field, fieldState } = useController({ control, name })
  const [known, setKnown] = useState(() => new Map(variants.map(variant => [variant.variantId, variant])))
  const lines: readonly Line[] = field.value
  // A line that is not drawn again keeps its `replace`, which must not bring back former numbers of other lines.
  const present = useRef(lines)
  present.current = lines
  const { onChange } = field
  const replace = useCallback(
    (variantId: string, next: readonly Line[]) =>
      onChange(present.current.flatMap(line => (line.variantId === variantId ? next : line))),
    [onChange],
  )
  // React Hook Form types the error of a list as one error; this one also has an error for each line.
  const error = fieldState.error as LinesError | undefined
  const isCount = pieces === 'counted'
  const isNew = ({ variantId }: { variantId: string }) => !lines.some(line => line.variantId === variantId)
  const add = (...added: readonly Stock[]) => {
    setKnown(new Map([...known, ...added.map(variant => [variant.variantId, variant] as const)]))
    field.onChange([...lines, ...added.filter(isNew).map(({ variantId }) => ({ variantId, [pieces]: unwritten }))])
  }
  // Lines of a count at other locations, which come back with their location.
  const aside = useRef<readonly Line[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a count of another location has other variants
  useEffect(() => {
    if (!isCount || at === '') return
    const isHere = ({ variantId }: Line) => isAt(known.get(variantId), at)
    const all = [...lines, ...aside.current.filter(isNew)]
    aside.current = all.filter(line => !isHere(line))
    field.onChange(all.filter(isHere))
  }, [at])
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">{t('stock.lines')}</legend>
      <ol className="stack-tight">
        {lines.map((line, index) => (
          <LineField
            key={line.variantId}
            variant={known.get(line.variantId)}
            number={line[pieces]}
            pieces={pieces}
            at={at}
            replace={replace}
            problem={problemText(error?.[index]?.[pieces] ?? error?.[index]?.variantId)}
          />
        ))}
      </ol>
      <VariantSearch
        label={label}
        add={add}
        at={isCount && at !== '' ? at : undefined}
        taken={new Set(lines.map(({ variantId }) => variantId))}
        problem={error?.message && t(isCount ? 'stock.noneCounted' : 'stock.noLines')}
      />
      {isCount && at !== '' && <AddAll key={at} at={at} add={all => add(...all)} />}
    </fieldset>
  )
}

function AddAll({ at, add }: { at: string; add(variants: readonly Stock[]): void }) {
  const all = useMutation({
    mutationFn: () => Array.fromAsync(client().admin.listStock.all({ locationId: at, size: 100 })),
    onError: error => notifyProblem(t('stock.notAdded'), { error }),
  })
  return (
    <div>
      <Button isSmall icon={Plus} isPending={all.isPending} onPress={() => all.mutate(undefined, { onSuccess: add })}>
        {t('stock.addAll')}
      </Button>
    </div>
  )
}

type LineFieldProps = Pick<LinesFieldProps<FieldValues, unknown>, 'at'> & {
  pieces: Pieces
  number: number | undefined
  variant: Stock | undefined
  /** Replaces the line of a variant with others; no lines remove it. */
  replace(variantId: string, lines: readonly Line[]): void
  problem: string | undefined
}

/** Only a line that changes is drawn again: a count has hundreds. */
const LineField = memo(function LineField({ variant, number, pieces, at, replace, problem }: LineFieldProps) {
  if (variant === undefined) return null
  const { sku, variantId } = variant
  return (
    <li className="stock-line">
      <VariantName variant={variant} />
      <NumberField
        label={`${t(pieces === 'counted' ? 'stock.countedPieces' : 'stock.quantity')}: ${sku}`}
        isLabelHidden
        value={number}
        onChange={(next = unwritten) => replace(variantId, [{ variantId, [pieces]: next }])}
        problem={problem}
      />
      <span className="stock-line-about">
        {at !== '' && <OnHand pieces={onHandAt(variant, at)} counted={pieces === 'counted' ? number : undefined} />}
      </span>
      <IconButton icon={X} label={t('actions.removeOne', { name: sku })} onPress={() => replace(variantId, [])} />
    </li>
  )
})

/** The pieces on hand now, and the difference from the count, if there is one. */
function OnHand({ pieces, counted = pieces }: { pieces: number; counted: number | undefined }) {
  const difference = counted - pieces
  return (
    <>
      {t('stock.nowOnHand', { count: pieces })}{' '}
      {Math.abs(difference) > 0 && (
        <span className={difference > 0 ? 'amount-in' : 'amount-out'}>{formatDelta(difference)}</span>
      )}
    </>
  )
}

const onHandAt = (variant: Stock, locationId: string): number =>
  variant.locations.find(location => location.locationId === locationId)?.onHand ?? 0

/** Whether a location has or had a variant. */
const isAt = (variant: Stock | undefined, locationId: string): boolean =>
  variant?.locations.some(location => location.locationId === locationId) ?? false

type VariantSearchProps = {
  label: string
  add(variant: Stock): void
  /** Finds only variants of this location. */
  at?: string | undefined
  /** Variants that are not offered. */
  taken?: ReadonlySet<string>
  problem: string | undefined
}

/** Finds variants; the Enter key, which scanners send, adds the variant of the typed SKU, or the only result. */
export function VariantSearch({ label, add, at, taken = new Set(), problem }: VariantSearchProps) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const search = useRead('listStock', { q, locationId: at, size: 8 }, { enabled: q !== '', keepsPrevious: true })
  const found = q === '' ? [] : (search.data?.data ?? []).filter(({ variantId }) => !taken.has(variantId))
  const choose = (variant: Stock) => {
    add(variant)
    setText('')
  }
  const [isEntered, setEntered] = useState(false)
  const isCurrent = q === text.trim() && search.isFetched && !search.isPlaceholderData
  const addWritten = () => {
    setEntered(false)
    const written = found.find(({ sku }) => sku.toLowerCase() === text.trim().toLowerCase())
    const only = found.length === 1 ? found[0] : undefined
    const variant = written ?? only
    if (variant) choose(variant)
  }
  // A scanner sends the Enter key before its variant was found; a result of an earlier text is another variant.
  useEffect(() => {
    if (isEntered && isCurrent) addWritten()
  })
  return (
    <div className="stack-tight">
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        placeholder={t('stock.search')}
        value={text}
        onChange={next => {
          setText(next)
          setEntered(false)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return event.continuePropagation()
          // It does not send the form.
          event.preventDefault()
          setEntered(true)
        }}
        problem={problem}
      />
      <div aria-live="polite">
        {found.length > 0 && (
          <ul className="found">
            {found.map(variant => (
              <li key={variant.variantId}>
                <button type="button" onClick={() => choose(variant)}>
                  <VariantName variant={variant} />
                  <Plus aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        {q !== '' && found.length === 0 && search.isFetched && !search.isFetching && (
          <p className="muted">{t('stock.noVariant')}</p>
        )}
      </div>
    </div>
  )
}
