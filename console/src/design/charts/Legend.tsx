import type { ReactNode } from 'react'
import { Part } from './Patterns.tsx'
import './charts.css'

/** The meaning of a chart's colours and patterns: swatches by their labels. A label without a swatch is left out. */
export const Legend = ({ of }: { of: Readonly<Record<string, ReactNode>> }) => (
  <ul className="legend">
    {Object.entries(of).map(
      ([label, swatch]) =>
        swatch && (
          <li key={label}>
            <svg width="20" height="14" aria-hidden>
              {swatch}
            </svg>
            {label}
          </li>
        ),
    )}
  </ul>
)

type SwatchProps = { of: string; inset?: number; pattern?: string | undefined }

/** A piece of a bar in a legend; `inset` is its distance from the top and the bottom. */
export const Swatch = ({ inset = 1, ...part }: SwatchProps) => (
  <Part {...part} y={inset} width={20} height={14 - 2 * inset} rx={inset > 1 ? 2 : 3} />
)
