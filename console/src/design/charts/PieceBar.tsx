import './charts.css'
import { Part } from './Patterns.tsx'

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
      <rect className="piece-bar-ground" y="2" width="100%" height="14" rx="3" />
      <rect className="piece-bar-hand" y="2" width={share(onHand)} height="14" rx="3" />
      <rect className="series-1" y="5" width={share(Math.min(taken, onHand))} height="8" rx="2" />
      {short > 0 && (
        <Part of="series-4" pattern="url(#hatch)" x={share(onHand)} y="5" width={share(short)} height="8" />
      )}
      {onHand > 0 && onHand <= scale && (
        <line className="piece-bar-end" x1={share(onHand)} x2={share(onHand)} y1="1" y2="17" />
      )}
      {onHand > scale && (
        <svg x="100%" className="piece-bar-break" aria-hidden>
          <path d="M-18 18 l5 -18 M-13 18 l5 -18" />
        </svg>
      )}
      {mark !== undefined && mark <= scale && (
        <line className="piece-bar-mark" x1={share(mark)} x2={share(mark)} y1="0" y2="18" />
      )}
    </svg>
  )
}
