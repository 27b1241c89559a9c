import { type ReactNode, useId } from 'react'
import './section.css'

type SectionProps = { title: string; hint?: ReactNode; actions?: ReactNode; children: ReactNode; isCard?: boolean }

/** A part of a page with a heading, on a card unless its content has one. */
export function Section({ title, hint, actions, children, isCard = true }: SectionProps) {
  const id = useId()
  return (
    <section className={isCard ? 'section card' : 'section'} aria-labelledby={id}>
      <header className="spread">
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className="muted">{hint}</p>}
        </div>
        {actions && <div className="row no-print">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
