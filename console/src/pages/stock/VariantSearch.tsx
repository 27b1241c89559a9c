import { Plus } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Stock, useVariants } from './queries.ts'
import { VariantName } from './stock-columns.tsx'

type VariantSearchProps = { add(variant: Stock): void; taken: ReadonlySet<string>; problem: string | undefined }

/** Finds variants; the Enter key, which scanners send, adds the one whose SKU was written, or the only one that was found. */
export function VariantSearch({ add, taken, problem }: VariantSearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const search = useVariants(q)
  const found = q === '' ? [] : (search.data?.data ?? []).filter(({ variantId }) => !taken.has(variantId))
  const choose = (variant: Stock) => {
    add(variant)
    setText('')
  }
  const addWritten = () => {
    const written = found.find(({ sku }) => sku.toLowerCase() === text.trim().toLowerCase())
    const only = found.length === 1 ? found[0] : undefined
    const variant = written ?? only
    if (variant) choose(variant)
  }
  return (
    <div className="stack-tight">
      <SearchText text={text} setText={setText} enter={addWritten} problem={problem} />
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

type SearchTextProps = {
  text: string
  setText(text: string): void
  /** The Enter key, which does not send the form. */
  enter(): void
  problem: string | undefined
}

function SearchText({ text, setText, enter, problem }: SearchTextProps) {
  const { t } = useTranslation()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    enter()
  }
  return (
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
        onKeyDown={onKeyDown}
      />
      {problem && (
        <span id={`${id}-problem`} className="field-problem">
          {problem}
        </span>
      )}
    </div>
  )
}
