import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../design/Button.tsx'
import { NumberField } from '../../design/NumberField.tsx'
import { type Stock, useVariants } from './queries.ts'
import { VariantName } from './StockTable.tsx'

/** Pieces of a variant; undefined until they are written. */
export type Line = { variantId: string; pieces: number | undefined }

type LinesFieldProps = {
  lines: readonly Line[]
  onChange(lines: Line[]): void
  /** Variants that were chosen before. */
  variants: readonly Stock[]
  /** What the number is, such as the pieces that were counted. */
  piecesLabel: string
  /** Shown at a line, such as what is on hand. */
  aboutOf?(variant: Stock, pieces: number | undefined): ReactNode
  problemOf(index: number): string | undefined
  /** What is wrong with the lines as a whole. */
  problem?: string | undefined
}

/** Lines of a delivery, a count or a transfer: each a variant that is found by SKU or name, as with a barcode scanner. */
export function LinesField(props: LinesFieldProps) {
  const { lines, onChange, variants, piecesLabel, aboutOf, problemOf, problem } = props
  const { t } = useTranslation()
  const [known, setKnown] = useState(() => new Map(variants.map(variant => [variant.variantId, variant])))
  const add = (variant: Stock) => {
    setKnown(new Map(known).set(variant.variantId, variant))
    if (!lines.some(({ variantId }) => variantId === variant.variantId))
      onChange([...lines, { variantId: variant.variantId, pieces: undefined }])
  }
  return (
    <fieldset className="stack plain-fieldset">
      <legend className="visually-hidden">{t('stock.lines')}</legend>
      <ol className="stock-lines">
        {lines.map(({ variantId, pieces }, index) => {
          const variant = known.get(variantId)
          if (variant === undefined) return null
          return (
            <li key={variantId} className="stock-line">
              <VariantName variant={variant} />
              <NumberField
                label={`${piecesLabel}: ${variant.sku}`}
                isLabelHidden
                value={pieces}
                onChange={next =>
                  onChange(lines.map(line => (line.variantId === variantId ? { variantId, pieces: next } : line)))
                }
                problem={problemOf(index)}
              />
              <span className="stock-line-about">{aboutOf?.(variant, pieces)}</span>
              <IconButton
                icon={X}
                label={t('stock.removeLine', { sku: variant.sku })}
                onPress={() => onChange(lines.filter(line => line.variantId !== variantId))}
              />
            </li>
          )
        })}
      </ol>
      <VariantSearch add={add} taken={new Set(lines.map(({ variantId }) => variantId))} problem={problem} />
    </fieldset>
  )
}

type VariantSearchProps = { add(variant: Stock): void; taken: ReadonlySet<string>; problem: string | undefined }

/** Finds variants; the Enter key, which scanners send, adds the one whose SKU was written, or the only one that was found. */
function VariantSearch({ add, taken, problem }: VariantSearchProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const search = useVariants(q)
  const found = q === '' ? [] : (search.data?.data ?? []).filter(({ variantId }) => !taken.has(variantId))
  const choose = (variant: Stock) => {
    add(variant)
    setText('')
  }
  const addWritten = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const written = found.find(({ sku }) => sku.toLowerCase() === text.trim().toLowerCase())
    const only = found.length === 1 ? found[0] : undefined
    const variant = written ?? only
    if (variant) choose(variant)
  }
  return (
    <div className="stack-tight">
      <div className="field" data-invalid={problem !== undefined || undefined}>
        <label htmlFor={id}>{t('stock.addVariant')}</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder={t('stock.search')}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${id}-problem`}
          onChange={event => setText(event.target.value)}
          onKeyDown={addWritten}
        />
        {problem && (
          <span id={`${id}-problem`} className="field-problem">
            {problem}
          </span>
        )}
      </div>
      <div aria-live="polite">
        {found.length > 0 && (
          <ul className="stock-found">
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
