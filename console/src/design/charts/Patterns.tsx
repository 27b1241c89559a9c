import type { SVGProps } from 'react'

/** Patterns that distinguish parts of charts without colour; a page that uses them draws this once. */
export function Patterns() {
  return (
    <svg className="patterns" width="0" height="0" aria-hidden>
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
}

type PartProps = SVGProps<SVGRectElement> & { of: string; pattern?: string | undefined }

/** A part of a chart: a piece in its colour, and above it its pattern, if it has one. */
export const Part = ({ of, pattern, ...shape }: PartProps) => (
  <>
    <rect className={of} {...shape} />
    {pattern && <rect fill={pattern} {...shape} />}
  </>
)
