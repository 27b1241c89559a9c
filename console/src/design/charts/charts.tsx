import { t } from 'i18next'
import { type ReactNode, type SVGProps, useState } from 'react'
import './charts.css'

/** The meaning of a chart's colours and patterns: swatches by their labels. A label without a swatch is left out. */
export const Legend = ({ of }: { of: Readonly<Record<string, ReactNode>> }) => (
  <ul className="legend row muted">
    {Object.entries(of).map(
      ([label, swatch]) =>
        swatch && (
          <li key={label} className="row">
            <svg width="20" height="14" aria-hidden>
              {swatch}
            </svg>
            {label}
          </li>
        ),
    )}
  </ul>
)

type SwatchProps = Pick<PartProps, 'color' | 'className' | 'pattern'> & { inset?: number }

/** A piece of a bar in a legend; `inset` is its distance from the top and the bottom. */
export const Swatch = ({ inset = 1, ...part }: SwatchProps) => (
  <Part {...part} y={inset} width={20} height={14 - 2 * inset} rx={inset > 1 ? 2 : 3} />
)

/** Patterns that distinguish parts of charts without colour; a page that uses them draws this once. */
export const Patterns = () => (
  <svg className="visually-hidden" width="0" height="0" aria-hidden>
    <defs>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="pattern-line" width="2" height="6" />
      </pattern>
      <pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse">
        <circle className="pattern-line" cx="2.5" cy="2.5" r="1.2" />
      </pattern>
      <pattern id="bars" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect className="pattern-line" width="5" height="1.5" />
      </pattern>
    </defs>
  </svg>
)

type PartProps = SVGProps<SVGRectElement> & { pattern?: string | undefined }

/** A part of a chart: a piece in the colour of a token, `series-1`, or of its class, and above it its pattern, if it has one. */
export const Part = ({ color, className, pattern, ...shape }: PartProps) => (
  <>
    <rect fill={color && `var(--${color})`} className={className} {...shape} />
    {pattern && <rect fill={pattern} {...shape} />}
  </>
)

/** The numbers of a chart as a table, which is rendered when someone opens it. */
export function Numbers({ children }: { children(): ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="numbers no-print" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('charts.numbers')}</summary>
      {isOpen && <div className="numbers-table">{children()}</div>}
    </details>
  )
}

type PieceBarProps = {
  onHand: number
  /** Pieces that are reserved or rented out. */
  taken: number
  /** The number of pieces that fills the whole width. */
  scale: number
  /** A number of pieces, marked by a line. */
  mark?: number | undefined
}

/**
 * Pieces on hand, and the taken ones among them. Taken pieces that are not on hand are hatched; a bar longer than the scale is
 * broken at its end. The numbers are in the table's other cells, so screen readers skip the bar.
 */
export function PieceBar({ onHand, taken, scale, mark }: PieceBarProps) {
  const share = (pieces: number) => `${(100 * Math.min(pieces, scale)) / Math.max(scale, 1)}%`
  const short = Math.max(0, taken - onHand)
  return (
    <svg className="piece-bar" aria-hidden>
      <rect fill="var(--surface-sunken)" y="2" width="100%" height="14" rx="3" />
      <rect fill="var(--fill-2)" y="2" width={share(onHand)} height="14" rx="3" />
      <rect fill="var(--series-1)" y="5" width={share(Math.min(taken, onHand))} height="8" rx="2" />
      {short > 0 && (
        <Part color="series-4" pattern="url(#hatch)" x={share(onHand)} y="5" width={share(short)} height="8" />
      )}
      {onHand > 0 && onHand <= scale && (
        <line stroke="var(--text)" strokeWidth="2" x1={share(onHand)} x2={share(onHand)} y1="1" y2="17" />
      )}
      {onHand > scale && (
        <svg x="100%" overflow="visible" aria-hidden>
          <path fill="none" stroke="var(--surface)" strokeWidth="2" d="M-18 18 l5 -18 M-13 18 l5 -18" />
        </svg>
      )}
      {mark !== undefined && mark <= scale && (
        <line className="piece-bar-mark" x1={share(mark)} x2={share(mark)} y1="0" y2="18" />
      )}
    </svg>
  )
}
