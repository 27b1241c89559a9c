import { t } from 'i18next'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Facts } from './Values.tsx'
import './section.css'

type SectionProps = {
  title: string
  /** The number of its records, behind the title; undefined until it is known. */
  count?: number | undefined
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
  isCard?: boolean
}

/** A part of a page with a heading, on a card unless its content has one. */
export function Section({ title, count, hint, actions, children, isCard = true }: SectionProps) {
  const id = useId()
  return (
    <section className={isCard ? 'section card' : 'section'} aria-labelledby={id}>
      <header className="spread">
        <div>
          <h2 id={id}>{count === undefined ? title : t('states.counted', { title, count })}</h2>
          {hint && <p className="muted">{hint}</p>}
        </div>
        {actions && <div className="row no-print">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** A part of a page with facts only. */
export const FactsSection = ({ of, ...section }: Omit<SectionProps, 'children'> & ComponentProps<typeof Facts>) => (
  <Section {...section}>
    <Facts of={of} />
  </Section>
)
